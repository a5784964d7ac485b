import { PageLink } from "@/components/records/directory/page-link";
import { RecordLink } from "@/components/records/directory/record-link";
import type { BarRow } from "./bar-groups";

/** The name of a bar, as a link. */
export function BarName({ row: { id, name, href } }: { row: BarRow }) {
  if (href !== undefined) return <PageLink href={href}>{name}</PageLink>;
  return (
    <RecordLink path="cast-members" id={id}>
      {name}
    </RecordLink>
  );
}
