export { library as default } from "../../tsup.shared.ts";
