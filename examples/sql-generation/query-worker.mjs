// A fresh database in memory for one query. SQLite is WebAssembly here: it sees no file and no network.
import { parentPort, workerData } from "node:worker_threads";
import initSqlJs from "sql.js";

const { database, sql, maxRows } = workerData;
const { Database } = await initSqlJs();
const db = new Database();
db.run(database);
db.run("PRAGMA hard_heap_limit = 50000000; PRAGMA query_only = ON");

/** What the query gives, or what SQLite says against it. */
function answer() {
  try {
    const rows = [];
    const statement = db.prepare(sql); // the first statement; SQLite looks at no other
    while (statement.step()) {
      if (rows.length === maxRows) return { error: `more than ${maxRows} rows` };
      rows.push(statement.get());
    }
    return { rows };
  } catch (error) {
    return { error: String(error) };
  }
}

parentPort.postMessage(answer());
