// A model server on loopback. `POST /<ms>` answers after so many milliseconds; `GET /most` says how
// many requests were answered at once at most, and begins to count anew.
import { createServer } from "node:http";
import { replyJson } from "./work.mjs";

let inFlight = 0;
let most = 0;

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  if (request.method === "GET") {
    response.end(String(most));
    most = 0;
    return;
  }
  inFlight += 1;
  most = Math.max(most, inFlight);
  const answer = () => {
    inFlight -= 1;
    response.setHeader("content-type", "application/json");
    response.end(replyJson);
  };
  const delayMs = Number(request.url.slice(1));
  request.resume();
  request.on("end", () => (delayMs > 0 ? setTimeout(answer, delayMs) : answer()));
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}\n`);
});
// Ends with the benchmark that started it.
process.stdin.resume().on("end", () => process.exit());
