import type { ListView } from "@/components/record-list/list-view";

export const personList: ListView<"people"> = {
  path: "people",
  needs: [],
  order: "name",
  columns: [
    { id: "name", title: "Name", width: 260, text: ({ name }) => name },
    { id: "bio", title: "Biography", width: 480, text: ({ bio }) => bio ?? "" },
    { id: "image", title: "Image", width: 240, text: ({ image }) => image ?? "" },
    { id: "id", title: "Id", width: 220, text: ({ id }) => id, isExtra: true },
  ],
  filters: [
    { id: "bio", title: "Biography", valueOf: ({ bio }) => (bio === null ? "without" : "with") },
    { id: "image", title: "Image", valueOf: ({ image }) => (image === null ? "without" : "with") },
  ],
};
