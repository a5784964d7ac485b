import { setFlagsFromString } from "node:v8";
import { addMembers, fillEmbeddedTemplate } from "./templates.ts";

// A program: scripts/embedded-template.mjs says where to. What is run once need not be compiled for speed.
setFlagsFromString("--liftoff-only");
const [folder = "", withMembers = ""] = process.argv.slice(2);
await fillEmbeddedTemplate(folder);
await addMembers(folder, withMembers);
