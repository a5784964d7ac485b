import { useQuery, useQueryClient, queryOptions } from "@tanstack/react-query";
import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { usePausedText } from "@/components/ui/use-paused-text";
import { parseJson } from "@/lib/core/json.browser";
import type { FormValues } from "@/lib/records/view.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { toData, type RecordShape } from "./record-shape";

/** The fields from whose change something follows; for others the API is not asked. */
const fieldsWithOffers = ["name", "closing_date"];

type Data = Record<string, unknown>;

/** What the API offers to do together with a change of a record, such as to keep its former name. */
export function offersFor(path: ResourcePath, id: string, data: Data) {
  return queryOptions({
    queryKey: ["trial", "offers", path, id, data],
    queryFn: async () => {
      const { sendChanges } = await import("@/components/records/changes/use-changes");
      const plan = await sendChanges([{ action: "update", resource: path, id, data }], { isDryRun: true });
      return plan.changes[0]?.offers ?? [];
    },
    staleTime: 0,
    gcTime: 0,
  });
}

interface Edit {
  shape: RecordShape;
  id: string;
  values: FormValues;
  dirtyFields: Readonly<Record<string, unknown>>;
}

/** Shows as check boxes what the API offers to do together with what is typed. */
export function useOffers({ shape, id, values, dirtyFields }: Edit) {
  const client = useQueryClient();
  const [choices, setChoices] = useState<Readonly<Record<string, boolean>>>({});
  const fields = shape.part
    ? []
    : shape.fields.filter(({ name }) => fieldsWithOffers.includes(name) && dirtyFields[name]);
  const paused = usePausedText(fields.length === 0 ? "" : JSON.stringify(toData({ ...shape, fields }, values)));
  const typed = (parseJson(paused) ?? {}) as Data;
  const { data: offers = [] } = useQuery({
    ...offersFor(shape.path, id, typed),
    enabled: fields.length > 0 && paused !== "",
  });
  return {
    prompt: fields.length > 0 && offers.length > 0 && (
      <div role="status" className="mt-4 grid gap-2 rounded bg-curtain-wash px-3 py-2 text-sm">
        {offers.map((offer) => (
          <Checkbox
            key={offer.id}
            checked={choices[offer.id] ?? offer.default}
            onChange={(isChosen) => setChoices({ ...choices, [offer.id]: isChosen })}
          >
            {offer.text}
          </Checkbox>
        ))}
      </div>
    ),
    /** The offers to accept with what is saved. @throws RequestError when the API can't say. */
    async accepted(data: Data): Promise<string[]> {
      if (fields.length === 0) return [];
      const found = await client.fetchQuery(offersFor(shape.path, id, data));
      return found.filter((offer) => choices[offer.id] ?? offer.default).map((offer) => offer.id);
    },
  };
}
