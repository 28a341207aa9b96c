export { program as default } from "../../tsup.shared.ts";
