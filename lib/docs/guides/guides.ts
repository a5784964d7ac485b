import "server-only";
import { browsers } from "./browsers.ts";
import { errors } from "./errors.ts";
import { firstCall } from "./first-call.ts";
import { keysAndLimits } from "./keys-and-limits.ts";
import { nulls } from "./null.ts";
import { order } from "./order.ts";
import { polling } from "./polling.ts";
import type { Guide, Setting } from "./schema.ts";
import { versions } from "./versions.ts";

/** All of them, in the order in which they help. */
export function guidesFor(setting: Setting): Guide[] {
  return [firstCall, keysAndLimits, polling, browsers, errors, nulls, order, versions].map((write) => write(setting));
}
