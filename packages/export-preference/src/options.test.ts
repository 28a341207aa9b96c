import { isRolloutsError } from "@rollouts/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import { exampleResult, fail, pass } from "./__fixtures__/result.ts";
import { ktoExporter, preferenceExporter, promptsExporter } from "./exporters.ts";
import { preferenceProfiles } from "./profiles/profiles.ts";
import { toKtoJsonl } from "./to-kto-jsonl.ts";
import { toPreferenceJsonl } from "./to-preference-jsonl.ts";
import { toPromptsJsonl } from "./to-prompts-jsonl.ts";

const folder = useFolder(beforeEach, afterEach);
const result = exampleResult([{ id: "t1", attempts: [pass("A"), fail("B")] }]);

type Door = (source: unknown, path: unknown, options: unknown) => Promise<{ written: number }>;
const doors = { toPreferenceJsonl, toKtoJsonl, toPromptsJsonl } as unknown as Record<string, Door>;
const call = (name: string, options: unknown, path: unknown = folder.path("rows.jsonl")) =>
  doors[name]?.(result, path, options);

async function refuses(exported: Promise<unknown> | undefined, message: string): Promise<void> {
  const error: unknown = await exported?.catch((thrown: unknown) => thrown);
  expect(isRolloutsError(error) && error.code).toBe("invalid_argument");
  expect((error as Error).message).toContain(message);
  expect(await folder.names()).toEqual([]);
}

describe("each profile takes what the reference says", () => {
  it.each([
    ["openai", [true, false, true]],
    ["together", [true, false, false]],
    ["fireworks", [true, false, true]],
    ["trl", [true, true, true]],
    ["axolotl", [true, false, false]],
  ] as const)("%s", (name, taken) => {
    const { pairs, kto, prompts } = preferenceProfiles[name];
    expect([pairs, kto, prompts].map((form) => form !== null)).toEqual(taken);
  });

  it("and refuses the rest before a file is touched", async () => {
    await refuses(
      call("toKtoJsonl", { profile: "together" }),
      'profile "together" takes no KTO rows; these do: "trl".',
    );
    await refuses(
      call("toPromptsJsonl", { profile: "axolotl" }),
      'profile "axolotl" takes no prompts; these do: "openai", "fireworks", "trl".',
    );
  });

  it("openai, trl and trl are meant when none is named", async () => {
    for (const name of Object.keys(doors)) {
      const named = name === "toPreferenceJsonl" ? "openai" : "trl";
      expect(await call(name, undefined)).toMatchObject({ profile: named });
    }
  });
});

describe("options that cannot be used are refused before a file is touched", () => {
  it.each(Object.keys(doors))("%s", async (name) => {
    await refuses(call(name, 7), "options must be an object");
    await refuses(call(name, { profil: "trl" }), "profil");
    await refuses(call(name, { profile: "portable" }), "profile must be one of");
    await refuses(call(name, { profile: "__proto__" }), "profile must be one of");
    await refuses(call(name, { profile: "toString" }), "profile must be one of");
    await refuses(call(name, { onOverflow: "drop" }), "onOverflow must be");
    await refuses(call(name, { redact: true }), "redact must be");
    await refuses(call(name, { split: { fraction: 1 } }), "split.fraction must be");
    await refuses(call(name, { split: { fraction: 0.5, seed: 1 } }), "split.seed must be");
    await refuses(call(name, { split: { fraction: 0.5, sed: "" } }), "sed");
    const path = folder.path("rows.jsonl");
    const split = { fraction: 0.5, validationPath: path };
    await refuses(call(name, { split }), "split.validationPath must be");
    await refuses(call(name, {}, ""), "path must be");
    await refuses(doors[name]?.(Promise.resolve(result), path, {}), "source must be a result");
  });

  it.each([
    ["toPreferenceJsonl", { method: "random" }, 'method must be one of "matched", "all"'],
    ["toPreferenceJsonl", { maxPairsPerTask: 0 }, "maxPairsPerTask must be a whole number >= 1"],
    ["toPreferenceJsonl", { maxPairsPerTask: 1.5 }, "maxPairsPerTask must be"],
    ["toPreferenceJsonl", { minGap: -0.1 }, "minGap must be a number from 0 to 1"],
    ["toPreferenceJsonl", { minGap: Number.NaN }, "minGap must be"],
    ["toKtoJsonl", { allowMixedPrompts: 1 }, "allowMixedPrompts must be true or false"],
    ["toKtoJsonl", { method: "all" }, "method"],
    ["toPromptsJsonl", { fields: {} }, "fields must be a function"],
  ])("%s with %o", async (name, options, message) => {
    await refuses(call(name, options), message);
  });

  it("a hook that gives what is no conversation is an error of the export", async () => {
    for (const name of Object.keys(doors)) {
      const exported = call(name, { redact: () => 7 });
      await expect(exported).rejects.toThrow("redact must give a conversation or null, gave 7");
    }
  });
});

describe("a profile of the caller's own", () => {
  const { trl } = preferenceProfiles;
  const ownConversation = { ...trl.pairs?.conversation, byteOrderMark: true, name: "mine" };
  const own = { ...trl, name: "mine", pairs: { ...trl.pairs, conversation: ownConversation } };

  it("is used as it is", async () => {
    expect(await call("toPreferenceJsonl", { profile: own })).toMatchObject({ profile: "mine" });
  });

  it("may have a format that is an instance of a class", async () => {
    const { format } = trl.pairs ?? {};
    if (format === undefined) throw new Error("trl has pairs");
    const { rowKeys, write, read } = format;
    class Own {
      readonly rowKeys = rowKeys;
      write(...given: Parameters<typeof write>) {
        return write.apply(this, given);
      }
      read(...given: Parameters<typeof read>) {
        return read.apply(this, given);
      }
    }
    const profile = { ...own, pairs: { ...own.pairs, format: new Own() } };
    expect(await call("toPreferenceJsonl", { profile })).toMatchObject({ written: 1 });
  });

  it.each([
    [{ ...own, name: "trl" }, "profile.name must be a name that no shipped profile has"],
    [{ ...own, name: "a/b" }, "profile.name must be"],
    [{ ...own, version: 0 }, "profile.version must be"],
    [{ ...own, verifiedOn: "today" }, "profile.verifiedOn must be"],
    [{ ...own, extra: 1 }, "extra"],
    [{ ...own, pairs: 1 }, "profile.pairs must be an object or null"],
    [{ ...own, kto: undefined }, "profile.kto must be an object or null"],
    [{ ...own, pairs: { ...own.pairs, answers: "all" } }, "profile.pairs.answers must be"],
    [{ ...own, pairs: { ...own.pairs, format: {} } }, "profile.pairs.format must be"],
    [{ ...own, pairs: { ...own.pairs, conversation: 1 } }, "profile.pairs.conversation must be"],
    [
      { ...own, pairs: { ...own.pairs, conversation: { ...ownConversation, roles: 1 } } },
      "profile.roles must be",
    ],
  ])("is refused when a member is wrong (%#)", async (profile, message) => {
    await refuses(call("toPreferenceJsonl", { profile }), message);
  });

  it("that writes what it does not accept is told so, and nothing is written", async () => {
    const format = {
      ...trl.pairs?.format,
      write: () => ({ prompt: "Q", chosen: [], rejected: [] }),
    };
    const profile = { ...own, pairs: { ...own.pairs, format } };
    const exported = call("toPreferenceJsonl", { profile });
    await expect(exported).rejects.toMatchObject({ code: "export_failed" });
    await expect(exported).rejects.toThrow(
      "profile mine wrote a row that it does not accept, which is a fault of its format: prompt, chosen and rejected must be lists",
    );
    expect(await folder.names()).toEqual([]);
  });

  it("cannot be one of ours that was changed in place", () => {
    expect(Object.isFrozen(trl.pairs?.conversation.limits)).toBe(true);
    expect(Object.isFrozen(trl)).toBe(true);
  });
});

describe("as plug-ins", () => {
  it.each([
    [preferenceExporter, "preference"],
    [ktoExporter, "kto"],
    [promptsExporter, "prompts"],
  ])("follow the contract of exporters (%#)", async (exporter, name) => {
    expect(exporter).toMatchObject({ specVersion: "v1", name });
    const report = await exporter.export(result, folder.path("rows.jsonl"), undefined);
    expect(report.written).toBeGreaterThan(0);
  });
});
