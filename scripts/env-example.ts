import { writeFileSync } from "node:fs";
import { envExampleText } from "./env-example-text.ts";
import { refuseArguments } from "./refuse-arguments.mjs";

/** `npm run env:example`: writes `.env.example`. */
refuseArguments("npm run env:example");
writeFileSync(".env.example", envExampleText());
