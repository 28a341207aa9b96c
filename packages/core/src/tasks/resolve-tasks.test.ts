import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Task } from "../task.ts";
import { resolveTasks } from "./resolve-tasks.ts";

describe("resolveTasks", () => {
  it("T5: keeps declared ids, also an empty one, and numbers the others by position", () => {
    const tasks: Task[] = [
      { input: "a" },
      { input: "b", id: "x" },
      { input: "c" },
      { input: "", id: "" },
    ];

    expect(resolveTasks(tasks).map(({ id }) => id)).toEqual(["t1", "x", "t3", ""]);
  });

  it("T1, T6: works on copies, with metadata filled in", () => {
    const tasks: Task[] = [{ input: "a" }];
    const [resolved] = resolveTasks(tasks);

    expect(resolved).toEqual({ id: "t1", input: "a", metadata: {} });
    expect(resolved).not.toBe(tasks[0]);
    expect(tasks).toEqual([{ input: "a" }]);
  });

  it("V4: refuses two equal ids, naming both places", () => {
    const tasks = [{ input: "a", id: "dup" }, { input: "b" }, { input: "c", id: "dup" }];

    expect(() => resolveTasks(tasks)).toThrow(
      expect.objectContaining({
        code: "invalid_argument",
        argument: "tasks[2].id",
        message:
          'tasks[0] and tasks[2] have the same id "dup": ids must be unique. Give one of them another id.',
      }),
    );
  });

  it("V5: refuses a declared id that a position takes", () => {
    expect(() => resolveTasks([{ input: "a", id: "t2" }, { input: "b" }])).toThrow(
      'tasks[0] and tasks[1] have the same id "t2": t1, t2, ... are the ids of tasks that declare none',
    );
    expect(() => resolveTasks([{ input: "a", id: "t1" }, { input: "b" }])).not.toThrow();
  });

  it("keeps ids apart that are keys of every object", () => {
    const tasks = ["__proto__", "constructor"].map((id) => ({ input: "a", id }));

    expect(resolveTasks(tasks).map(({ id }) => id)).toEqual(["__proto__", "constructor"]);
  });

  it("gives unique ids in order, or refuses", () => {
    const id = fc.option(fc.constantFrom("a", "b", "t1", "t2", "t3", ""), { nil: undefined });
    fc.assert(
      fc.property(fc.array(id, { maxLength: 5 }), (ids) => {
        const expected = ids.map((own, index) => own ?? `t${index + 1}`);
        const resolve = () => resolveTasks(ids.map((own) => ({ input: "q", id: own })));
        if (new Set(expected).size < expected.length) expect(resolve).toThrow("have the same id");
        else expect(resolve().map((task) => task.id)).toEqual(expected);
      }),
    );
  });
});
