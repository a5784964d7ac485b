import type { ListView } from "@/components/record-list/list-view";
import { nameOf } from "@/components/resource/nouns";

export const theatreList: ListView<"theatres"> = {
  path: "theatres",
  needs: ["shows"],
  order: "name",
  columns: [
    { id: "name", title: "Name", width: 240, text: ({ name }) => name },
    {
      id: "current_show",
      title: "Current show",
      width: 240,
      text: ({ current_show_id }, { directory }) =>
        current_show_id === null ? "" : nameOf("shows", current_show_id, directory),
    },
    {
      id: "capacity",
      title: "Seats",
      width: 90,
      text: ({ capacity }) => capacity?.toLocaleString("en-GB") ?? "",
      order: ({ capacity }) => capacity,
    },
    { id: "postcode", title: "Postcode", width: 110, text: ({ postcode }) => postcode ?? "" },
    { id: "address", title: "Address", width: 260, text: ({ address }) => address ?? "" },
    {
      id: "place",
      title: "Coordinates",
      width: 180,
      text: ({ lat, lng }) => (lat === null || lng === null ? "" : `${lat}, ${lng}`),
      isExtra: true,
    },
    { id: "id", title: "Id", width: 220, text: ({ id }) => id, isExtra: true },
  ],
  filters: [
    {
      id: "house",
      title: "House",
      valueOf: ({ current_show_id }) => (current_show_id === null ? "without a show" : "with a show"),
    },
  ],
};
