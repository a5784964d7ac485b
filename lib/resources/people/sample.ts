import type { Sample } from "../../../test/samples.ts";
import type { Person } from "./schema.browser.ts";

export const sample: Sample<Person> = {
  body: (n) => ({ name: `A New Person ${n}`, bio: "Trained in Leeds.", image: "https://example.com/a.jpg" }),
};
