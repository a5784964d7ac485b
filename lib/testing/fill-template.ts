import { setFlagsFromString } from "node:v8";
import { fillEmbeddedTemplate } from "./templates.ts";

// A program: scripts/embedded-template.mjs says where to. What is run once need not be compiled for speed.
setFlagsFromString("--liftoff-only");
await fillEmbeddedTemplate(process.argv[2] ?? "");
