"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useUndo } from "@/components/undo/use-undo";
import { useApiMutation } from "@/components/use-api-mutation";
import type { ResourcePath } from "@/lib/resources/nouns";
import { changeRecord } from "./save-part";
import { removeCitation, type Source, type SourcesEdit } from "./source-list";

/** Changes the sources of a record, each change at once and with an undo. */
export function useEditSources(path: ResourcePath, id: string) {
  const client = useQueryClient();
  const { offerEntry } = useUndo();
  const { mutate, ...state } = useApiMutation(
    ({ edit }: { edit: SourcesEdit; said: string }, signal) => changeRecord({ path, id }, {}, edit, signal),
    {
      onSuccess: async (activityId, { said }) => {
        if (activityId) offerEntry(said, activityId, `${path}/${id}`);
        await client.invalidateQueries();
      },
    },
  );
  return {
    ...state,
    /** @returns whether it is saved. */
    edit: async (edit: SourcesEdit, said: string) => {
      let isSaved = true;
      await mutate({ edit, said }, () => (isSaved = false));
      return isSaved;
    },
    /** Removes a source from its field. */
    remove: ({ field, ...citation }: Source) =>
      mutate({ edit: (sources) => removeCitation(sources, citation, [field]), said: "Removed the source." }),
  };
}
