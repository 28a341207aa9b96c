// A server of Chat Completions on loopback that answers at once, in events when it is asked to, over
// TLS when it is given a certificate. `GET /` says how many connections there are, and were.
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { replyJson } from "./work.mjs";

const { certificate, delayMs = 0 } = JSON.parse(process.argv[2] ?? "{}");
const { choices, usage, ...reply } = JSON.parse(replyJson);
const event = (members) => `data: ${JSON.stringify({ ...reply, ...members })}\n\n`;
const choice = (delta, finish_reason = null) => ({ choices: [{ index: 0, delta, finish_reason }] });
const replyEvents = [
  event(choice({ role: "assistant", content: "" })),
  event(choice({ content: choices[0].message.content })),
  event(choice({}, "stop")),
  event({ choices: [], usage }),
  "data: [DONE]\n\n",
].join("");

const open = new Set();
let openedCount = 0;

async function answer(request, response) {
  if (request.method === "GET") {
    // Not counting the connection that asks.
    response.setHeader("connection", "close");
    response.end(JSON.stringify({ open: open.size - 1, opened: openedCount - 1 }));
    return;
  }
  const { stream } = JSON.parse(Buffer.concat(await request.toArray()).toString());
  const send = () => {
    response.setHeader("content-type", stream ? "text/event-stream" : "application/json");
    response.end(stream ? replyEvents : replyJson);
  };
  if (delayMs > 0) setTimeout(send, delayMs);
  else send();
}

const options = { keepAliveTimeout: 60_000, ...certificate };
const server =
  certificate === undefined ? createServer(options, answer) : createTlsServer(options, answer);
server.on(certificate === undefined ? "connection" : "secureConnection", (socket) => {
  openedCount += 1;
  open.add(socket);
  socket.on("close", () => open.delete(socket));
});
server.listen(0, "127.0.0.1", 4096, () => {
  const scheme = certificate === undefined ? "http" : "https";
  process.stdout.write(`${scheme}://127.0.0.1:${server.address().port}/v1\n`);
});
// Ends with the benchmark that started it.
process.stdin.resume().on("end", () => process.exit());
