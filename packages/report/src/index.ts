export { renderAttempt } from "./render-attempt.ts";
export { type RenderReportOptions, renderReport } from "./render-report.ts";
