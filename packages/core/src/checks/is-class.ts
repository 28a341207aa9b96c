// Not a method that happens to be called `class`.
const classSource = /^class(?![\w$]|\s*\()/;

/** True for a class, which is a function that cannot be called. */
export function isClass(value: unknown): boolean {
  return typeof value === "function" && classSource.test(Function.prototype.toString.call(value));
}
