import { dayInWords, stateOfRun } from "@/components/calendar";
import type { ListView } from "@/components/record-list/list-view";
import { nameOf } from "@/components/resource/nouns";

export const productionList: ListView<"productions"> = {
  path: "productions",
  needs: ["theatres"],
  order: "-opening_date",
  columns: [
    { id: "show", title: "Show", width: 260, text: ({ show }) => show.name },
    {
      id: "theatre",
      title: "Theatre",
      width: 220,
      text: ({ theatre_id }, { directory }) => nameOf("theatres", theatre_id, directory),
    },
    {
      id: "opening_date",
      title: "Opens",
      width: 130,
      text: ({ opening_date }) => opening_date,
      cell: ({ opening_date }) => dayInWords(opening_date),
    },
    {
      id: "closing_date",
      title: "Closes",
      width: 130,
      text: ({ closing_date }) => closing_date ?? "",
      cell: ({ closing_date }) => closing_date && dayInWords(closing_date),
    },
    { id: "state", title: "State", width: 110, text: (run, { today }) => stateOfRun(run, today) },
    { id: "type", title: "Type", width: 100, text: ({ show }) => show.type },
    { id: "id", title: "Id", width: 280, text: ({ id }) => id, isExtra: true },
  ],
  filters: [
    { id: "state", title: "State", valueOf: (run, { today }) => stateOfRun(run, today) },
    {
      id: "theatre_id",
      title: "Theatre",
      valueOf: ({ theatre_id }) => theatre_id,
      wordsFor: (id, { directory }) => nameOf("theatres", id, directory),
    },
    { id: "type", title: "Type", valueOf: ({ show }) => show.type },
  ],
};
