// A Node process that does nothing: what every other one is compared with.
import "./report.mjs";
