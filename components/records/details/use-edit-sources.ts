import { useQueryClient } from "@tanstack/react-query";
import { useUndo } from "@/components/records/undo/use-undo";
import { useApiMutation } from "@/components/form/use-api-mutation";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { changeRecord, type PartialUpdate } from "./save-part";
import { removeCitation, type Source, type SourcesEdit } from "./source-list";

interface Edit {
  change: PartialUpdate;
  editSources?: SourcesEdit;
  said: string;
}

/** Changes the sources of a record, each change at once and with an undo. */
export function useEditSources(path: ResourcePath, id: string) {
  const client = useQueryClient();
  const { offer } = useUndo();
  const { mutate, ...state } = useApiMutation(
    ({ change, editSources }: Edit, signal) => changeRecord({ path, id }, change, editSources, signal),
    {
      onSuccess: async (activityId, { said }) => {
        if (activityId) offer(said, activityId, { about: `${path}/${id}` });
        await client.invalidateQueries();
      },
    },
  );

  /** @returns whether it is saved. */
  async function save(wanted: Edit): Promise<boolean> {
    let isSaved = true;
    await mutate(wanted, () => (isSaved = false));
    return isSaved;
  }

  const edit = (editSources: SourcesEdit, said: string) => save({ change: {}, editSources, said });
  return {
    ...state,
    add: (sources: readonly Source[], said: string) => save({ change: { add_sources: [...sources] }, said }),
    edit,
    /** Removes a source from its field. */
    remove: ({ field, ...citation }: Source) =>
      edit((sources) => removeCitation(sources, citation, [field]), "Removed the source."),
  };
}
