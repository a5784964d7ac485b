import { setFlagsFromString } from "node:v8";
import { addMembers, fillEmbeddedTemplate } from "./templates.ts";

// A program that test/embedded-template.ts starts with the target folder. Optimised compilation would not pay off
// in one run.
setFlagsFromString("--liftoff-only");
const [folder = "", withMembers = ""] = process.argv.slice(2);
await fillEmbeddedTemplate(folder);
await addMembers(folder, withMembers);
