import { stateOfRun } from "@/components/calendar";
import type { ListView } from "@/components/record-list/list-view";
import { nameOf } from "@/components/resource/nouns";

export const castMemberList: ListView<"cast-members"> = {
  path: "cast-members",
  needs: ["productions", "theatres"],
  order: "person",
  columns: [
    { id: "person", title: "Person", width: 220, text: ({ person }) => person.name },
    { id: "role", title: "Role", width: 200, text: ({ role }) => role?.name ?? "" },
    { id: "role_type", title: "Type", width: 120, text: ({ role_type }) => role_type },
    {
      id: "billing_order",
      title: "Billing",
      width: 90,
      text: ({ billing_order }) => billing_order?.toString() ?? "",
      order: ({ billing_order }) => billing_order,
    },
    {
      id: "production",
      title: "Production",
      width: 340,
      text: ({ production_id }, { directory }) => nameOf("productions", production_id, directory),
    },
    { id: "id", title: "Id", width: 280, text: ({ id }) => id, isExtra: true },
  ],
  filters: [
    { id: "role_type", title: "Type", valueOf: ({ role_type }) => role_type },
    { id: "show", title: "Show", valueOf: ({ production }) => production.show.name },
    {
      id: "theatre_id",
      title: "Theatre",
      valueOf: ({ production_id }, { directory }) => directory.productions.get(production_id)?.theatre_id ?? null,
      wordsFor: (id, { directory }) => nameOf("theatres", id, directory),
    },
    {
      id: "state",
      title: "Run",
      valueOf: ({ production_id }, { directory, today }) => {
        const run = directory.productions.get(production_id);
        return run ? stateOfRun(run, today) : null;
      },
    },
  ],
};
