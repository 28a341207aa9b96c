import { EventEmitter } from "node:events";
import type { OutputStream } from "../live/output-stream.ts";

/** A stream that keeps what is written to it, and can be resized, slowed down or broken. */
export class FakeTerminal extends EventEmitter implements OutputStream {
  isTTY: boolean | undefined = true;
  columns = 80;
  rows = 24;
  writableNeedDrain = false;
  readonly written: string[] = [];
  fault: unknown;

  hasColors(): boolean {
    return false;
  }

  write(text: string): boolean {
    if (this.fault !== undefined) throw this.fault;
    this.written.push(text);
    return true;
  }
}
