export { renderAttempt } from "./render-attempt.ts";
export { renderDiff } from "./render-diff.ts";
export { type RenderReportOptions, renderReport } from "./render-report.ts";
