// An exporter for a format of one's own: ShareGPT, as many open trainers read it.
import { checkSource, type Exporter } from "@rollouts/core";
import { profiles } from "@rollouts/export-sft";
import {
  DatasetOutput,
  type FileRules,
  publishDatasets,
  type TrainingConversation,
  toConversation,
  toLine,
} from "@rollouts/export-sft/rows";

const rules: FileRules = {
  name: "sharegpt",
  limits: { maxRows: null, maxBytes: null },
  byteOrderMark: false,
  rowKeys: { required: ["conversations"], optional: ["system"] },
  checkRow: () => [],
};

export const shareGpt: Exporter<{ readonly minScore?: number } | undefined, { written: number }> = {
  specVersion: "v1",
  name: "sharegpt",
  async export(source, path, { minScore = 0 } = {}) {
    checkSource(source);
    const output = new DatasetOutput({ ...rules, path, onOverflow: "error" });
    try {
      for await (const { task } of source.tasks()) {
        for await (const attempt of source.attempts(task.id)) {
          if (!attempt.score?.passed || attempt.score.value < minScore) continue;
          const conversation = toConversation(attempt, task, profiles.portable); // texts alone
          if (conversation === null) continue;
          const line = toLine(toRow(conversation));
          const { taskId, attemptIndex } = conversation.provenance;
          await output.add(Buffer.from(line), { task_id: taskId, attempt_index: attemptIndex });
        }
      }
      // Without a row there is no file. With some: all or nothing, and a manifest with their origins.
      const describe = () => ({ env: source.header.env, lines: [] });
      if (output.rows > 0) await publishDatasets([output], { rules, describe });
      return { written: output.rows };
    } finally {
      await output.discard();
    }
  },
};

function toRow({ messages }: TrainingConversation) {
  const turns = messages.filter(({ role }) => role !== "system");
  return {
    conversations: turns.map(({ role, content }) => ({
      from: role === "user" ? "human" : "gpt",
      value: String(content),
    })),
    system: messages.find(({ role }) => role === "system")?.content?.toString(),
  };
}
