import type { Citation, TypedCitation } from "./source-list";

/** An empty citation. @param today its day of reading. */
export function emptyCitation(today: string): TypedCitation {
  return { name: "", url: "", kind: "official", read_on: today, note: "" };
}

export function typedCitation({ name, url, kind, read_on, note }: Citation): TypedCitation {
  return { name, url: url ?? "", kind, read_on: read_on ?? "", note: note ?? "" };
}
