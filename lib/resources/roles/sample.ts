import type { Sample } from "../../../test/samples.ts";
import type { Role } from "./schema.browser.ts";

export const sample: Sample<Role> = {
  body: (n) => ({ name: `A New Role ${n}`, production_id: "les-miserables-barbican-1985" }),
};
