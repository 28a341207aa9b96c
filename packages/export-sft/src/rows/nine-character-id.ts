import { createHash } from "node:crypto";

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** True for an id that Mistral takes. */
export function isNineCharacterId(id: string): boolean {
  return /^[A-Za-z0-9]{9}$/.test(id);
}

/** The id itself if it is one, else one that is made of it, the same every time. */
export function toNineCharacterId(id: string): string {
  if (isNineCharacterId(id)) return id;
  let number = createHash("sha256").update(id).digest().readBigUInt64BE();
  let made = "";
  for (let place = 0; place < 9; place += 1) {
    made += digits[Number(number % 62n)];
    number /= 62n;
  }
  return made;
}
