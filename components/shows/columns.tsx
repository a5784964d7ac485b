import { dayInWords } from "@/components/calendar";
import type { ListView } from "@/components/record-list/list-view";

export const showList: ListView<"shows"> = {
  path: "shows",
  needs: [],
  order: "name",
  columns: [
    { id: "name", title: "Name", width: 280, text: ({ name }) => name },
    { id: "type", title: "Type", width: 110, text: ({ type }) => type },
    {
      id: "booking_until",
      title: "Booking until",
      width: 140,
      text: ({ booking_until }) => booking_until ?? "",
      cell: ({ booking_until }) => booking_until && dayInWords(booking_until),
    },
    { id: "description", title: "Description", width: 360, text: ({ description }) => description ?? "" },
    { id: "image", title: "Image", width: 240, text: ({ image }) => image ?? "", isExtra: true },
    { id: "id", title: "Id", width: 220, text: ({ id }) => id, isExtra: true },
  ],
  filters: [
    { id: "type", title: "Type", valueOf: ({ type }) => type },
    {
      id: "booking",
      title: "Booking",
      valueOf: ({ booking_until }, { today }) =>
        booking_until === null ? "open" : booking_until < today ? "over" : "until a day",
    },
  ],
};
