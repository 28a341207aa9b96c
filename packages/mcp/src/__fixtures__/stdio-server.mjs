// A server over stdio that misbehaves when it is asked to.
import { readFileSync, writeFileSync, writeSync } from "node:fs";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  CallToolRequestSchema,
  InitializeRequestSchema,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";

/** A file with the names of the tools, for lists that change. */
const listFile = process.env.LIST_FILE;
const pidFile = process.env.PID_FILE;
if (pidFile) writeFileSync(pidFile, String(process.pid));
if (process.env.SILENT === "true") await new Promise(() => setInterval(() => {}, 1_000));
if (process.env.STUBBORN === "true") {
  process.on("SIGTERM", () => {});
  setInterval(() => {}, 1_000);
}
if (process.env.BROKEN === "true") {
  writeSync(2, `\u001b[31mno database at ${process.env.DATABASE_URL}\n`);
  process.exit(1);
}

const items = [];
const text = (value) => ({ content: [{ type: "text", text: value }] });

const tools = {
  remember: ({ item }) => {
    items.push(item);
    return text(items.join(" "));
  },
  pid: () => text(String(process.pid)),
  environment: () => text(Object.keys(process.env).sort().join(" ")),
  directory: () => text(process.cwd()),
  hang: () => new Promise(() => {}),
  flood: () =>
    new Promise((resolve) => {
      process.stderr.write("x".repeat(2_000_000), () => resolve(text("flooded")));
    }),
  crash: () => {
    writeSync(2, "out of luck\n");
    process.exit(3);
  },
};

const server = new Server({ name: "fixture", version: "1" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, () => {
  const names = listFile ? readFileSync(listFile, "utf8").split(" ") : Object.keys(tools);
  return { tools: names.map((name) => ({ name, inputSchema: { type: "object" } })) };
});
server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
  tools[params.name](params.arguments),
);
if (process.env.OUTDATED === "true") {
  server.setRequestHandler(InitializeRequestSchema, () => ({
    protocolVersion: "1999-01-01",
    capabilities: {},
    serverInfo: { name: "fixture", version: "1" },
  }));
}
await server.connect(new StdioServerTransport());
