import "server-only";
import type { Resource } from "../resource/resource.ts";
import type { Listing } from "../snapshots/shelf.ts";
import { exampleOf } from "./example-of.ts";

export function idParameter({ singular }: Pick<Resource, "singular">, sample: Listing | null) {
  return {
    name: "id",
    in: "path",
    required: true,
    description: `The id of the ${singular.toLowerCase()}.`,
    schema: { type: "string" },
    ...exampleOf(sample, ({ id }) => id),
  };
}

export function filterParameters({ plural, filters }: Resource, sample: Listing | null) {
  return filters.map((name) => ({
    name,
    in: "query",
    description: `Only ${plural.toLowerCase()} with this \`${name}\`. Given several times: with any of the values.`,
    style: "form",
    explode: true,
    schema: { type: "array", items: { type: "string" } },
    ...exampleOf(sample, ({ filterValues }) => [filterValues[name]].filter((value) => typeof value === "string")),
  }));
}

/** Only where a resource has something that a cascade may take with it. */
export function cascadeParameters({ singular, dependants }: Resource) {
  const taken = dependants.flatMap(({ cascade }) => (cascade ? [cascade.plural.toLowerCase()] : []));
  if (taken.length === 0) return [];
  return [
    {
      name: "cascade",
      in: "query",
      description: `\`true\` also deletes the ${taken.join(" and ")} that refer to the ${singular.toLowerCase()}, all or nothing. Otherwise they are in the way: 409.`,
      schema: { type: "boolean", default: false },
    },
  ];
}
