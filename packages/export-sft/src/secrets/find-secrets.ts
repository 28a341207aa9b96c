import { continuesWord } from "./continues-word.ts";
import {
  type SecretForm,
  type SecretGroup,
  type SecretKind,
  secretGroups,
} from "./secret-forms.ts";

/** What looks like a secret, without the secret itself. */
export interface SecretFinding {
  readonly kind: SecretKind;
  /** Where it starts, in UTF-16 code units. */
  readonly start: number;
  /** Where it ends, exclusive. */
  readonly end: number;
}

interface Candidate extends SecretFinding {
  readonly isGeneric: boolean;
}

/** Of all forms; a password in a URL may be as short. */
const shortest = "://:ab@".length;

/**
 * Finds what looks like a key, a token, a private key or a password, by their known forms, in time
 * linear in the length of the text, also where the text is JSON, a URL or the output of a terminal.
 * No two findings overlap. It knows no other forms, and takes no notice of context.
 */
export function findSecrets(text: string): SecretFinding[] {
  return findSecretsOf(secretGroups, text);
}

/** The forms that a text may hold, and so any text that is part of it. */
export function groupsIn(text: string): readonly SecretGroup[] {
  const groups: SecretGroup[] = [];
  for (const group of secretGroups) if (group.mayBeIn(text)) groups.push(group);
  return groups;
}

/** As `findSecrets`, of some forms alone. */
export function findSecretsOf(groups: readonly SecretGroup[], text: string): SecretFinding[] {
  if (text.length < shortest) return [];
  const found: Candidate[] = [];
  for (const { mayBeIn, forms } of groups) {
    if (!mayBeIn(text)) continue;
    for (const form of forms) {
      for (const candidate of findForm(text, form)) found.push(candidate);
    }
  }
  return found.length === 0 ? found : withoutOverlaps(found);
}

function* findForm(text: string, form: SecretForm): Generator<Candidate> {
  const { kind, start, pattern, placing, isGeneric } = form;
  let next = 0;
  for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, next)) {
    next = at + start.length;
    if (placing !== "anywhere" && continuesWord(text, at)) continue;
    pattern.lastIndex = at;
    if (pattern.test(text)) {
      next = pattern.lastIndex;
      yield { kind, start: at, end: next, isGeneric };
    } else if (placing === "long-word") next = endOfWord(text, at);
  }
}

function endOfWord(text: string, at: number): number {
  restOfWord.lastIndex = at;
  restOfWord.test(text);
  return restOfWord.lastIndex;
}

const restOfWord = /[\w-]+/y;

/** In their order. Of two that overlap the first stays, but not one that names no kind of secret. */
function withoutOverlaps(found: readonly Candidate[]): SecretFinding[] {
  const kept: Candidate[] = [];
  for (const next of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1);
    const overlaps = last !== undefined && next.start < last.end;
    if (overlaps && (next.isGeneric || !last.isGeneric)) continue;
    if (overlaps) kept.pop();
    kept.push(next);
  }
  return kept.map(({ kind, start, end }) => ({ kind, start, end }));
}
