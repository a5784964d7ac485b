import type { ListView } from "@/components/record-list/list-view";
import { nameOf } from "@/components/resource/nouns";

export const roleList: ListView<"roles"> = {
  path: "roles",
  needs: ["productions", "theatres"],
  order: "name",
  columns: [
    { id: "name", title: "Name", width: 240, text: ({ name }) => name },
    {
      id: "production",
      title: "Production",
      width: 360,
      text: ({ production_id }, { directory }) => nameOf("productions", production_id, directory),
    },
    { id: "description", title: "Description", width: 360, text: ({ description }) => description ?? "" },
    { id: "id", title: "Id", width: 220, text: ({ id }) => id, isExtra: true },
  ],
  filters: [
    {
      id: "show",
      title: "Show",
      valueOf: ({ production_id }, { directory }) => directory.productions.get(production_id)?.show.name ?? null,
    },
  ],
};
