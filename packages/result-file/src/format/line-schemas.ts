import { maxAttempts, type UnscoredCause } from "@rollouts/core";
import { z } from "zod";
import { oddKey } from "./odd-value.ts";

// Members that are not known are no fault; lines are checked, not copied, so they stay.

/** The format that this version writes, and the only one that it reads. */
export const formatVersion = 1;

const count = z.int().min(0).max(0xffff_ffff);
const shortDigest = z.string().regex(/^[0-9a-f]{16}$/);

/** A time or a count that a plug-in reported: also NaN and the like, as marked objects. */
const amount = z.union([
  z.number(),
  z.object({ [oddKey]: z.literal("number"), value: z.string() }),
]);

const usage = z.object({
  inputTokens: amount.nullish(),
  cachedInputTokens: amount.nullish(),
  outputTokens: amount.nullish(),
  reasoningTokens: amount.nullish(),
  totalTokens: amount.nullish(),
  costUsd: amount.nullish(),
});

const score = z.object({
  value: z.number().min(0).max(1),
  passed: z.boolean(),
  reason: z.string().optional(),
  detail: z.unknown().optional(),
});

export const unscoredCauses = [
  "error",
  "timeout",
  "truncated",
  "cancelled",
  "paused",
  "scorer-error",
  "cannot-tell",
  "not-judged",
] as const satisfies readonly UnscoredCause[];

const unscored = z.object({
  cause: z.enum(unscoredCauses),
  reason: z.string(),
  detail: z.unknown().optional(),
});

const attemptTry = z.object({
  error: z.string().nullable(),
  errorType: z.string().nullable(),
  durationMs: amount,
  usage: usage.optional(),
});

/**
 * What `attempt` and `rescore` lines have in common. The order is that in the file, and a part of the
 * format: what an index needs stands first.
 */
const verdict = {
  taskId: z.string(),
  attemptIndex: count,
  inputHash: shortDigest,
  judgedBy: shortDigest,
  run: z.null().optional(),
  usage: usage.optional(),
  scorerUsage: usage.optional(),
  modelRetries: z.record(z.string(), amount).optional(),
  metrics: z
    .record(z.string(), z.object({ score: score.nullable(), unscored: unscored.nullable() }))
    .optional(),
  score: score.nullable(),
  unscored: unscored.nullable(),
  stopReason: z.enum(["completed", "error", "timeout", "truncated", "cancelled", "paused"]),
  error: z.string().nullable(),
  errorType: z.string().nullable(),
  durationMs: amount,
  waitedMs: amount,
  toolCallLimitHit: z.boolean(),
  tries: z.array(attemptTry),
};

const task = z.object({
  id: z.string(),
  input: z.union([z.string(), z.array(z.object({ role: z.string() }))]),
  expected: z.unknown().optional(),
  metadata: z.object({}),
  inputHash: shortDigest,
  expectedHash: shortDigest,
});

/** What `header` and `session` lines have in common. */
const plan = {
  env: z.string(),
  k: z.int().min(1).max(maxAttempts),
  seed: z.number(),
  envFingerprint: z.string().nullable(),
  policyFingerprint: z.string().nullable(),
  envParts: z.record(z.string(), z.string()),
  policyParts: z.record(z.string(), z.string()),
  isolation: z.object({
    store: z.literal("fresh"),
    tools: z.enum(["fresh", "shared"]),
    process: z.literal("shared"),
  }),
  startedAt: z.string().optional(),
};

const seal = {
  crc: z
    .string()
    .regex(/^[0-9a-f]{8}$/)
    .optional()
    .describe("CRC-32 of the bytes of the line before this member, which is the last one"),
};

export const headerLine = z.object({
  type: z.literal("header"),
  format: z.literal(formatVersion),
  ...plan,
  tasks: z.array(task),
  ...seal,
});

export const sessionLine = z.object({
  type: z.literal("session"),
  ...plan,
  tasks: z.array(z.union([z.string().describe("id of a task of the plan before"), task])),
  ...seal,
});

export const transcriptLine = z.object({
  type: z.literal("transcript"),
  taskId: z.string(),
  attemptIndex: count,
  run: z.object({
    status: z.enum(["completed", "truncated", "paused", "error", "incomplete"]),
    output: z.unknown().optional(),
    text: z.string().nullable(),
    messages: z.array(z.unknown()),
    toolExecutions: z.array(z.unknown()),
    served: z.array(z.unknown()),
    tools: z.array(z.unknown()).optional(),
    outputError: z.string().optional(),
    refusal: z.string().optional(),
  }),
  ...seal,
});

export const attemptLine = z.object({ type: z.literal("attempt"), ...verdict, ...seal });

export const rescoreLine = z.object({ type: z.literal("rescore"), ...verdict, ...seal });

export const endLine = z.object({
  type: z.literal("end"),
  status: z.enum(["finished", "stopped"]),
  stoppedEarly: z.enum(["error-storm", "budget", "aborted"]).nullable(),
  durationMs: amount,
  warnings: z.array(z.string()).optional(),
  abandonedCount: count.optional(),
  ...seal,
});

export type HeaderLine = z.infer<typeof headerLine>;
export type SessionLine = z.infer<typeof sessionLine>;
export type TaskEntry = z.infer<typeof task>;
export type TranscriptLine = z.infer<typeof transcriptLine>;
export type AttemptLine = z.infer<typeof attemptLine>;
export type RescoreLine = z.infer<typeof rescoreLine>;
export type EndLine = z.infer<typeof endLine>;

/** Any line of format 1. */
export const resultLine = z.discriminatedUnion("type", [
  headerLine,
  sessionLine,
  transcriptLine,
  attemptLine,
  rescoreLine,
  endLine,
]);
