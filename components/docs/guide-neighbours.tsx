import Link from "next/link";
import type { Guide } from "@/lib/docs/guides/schema.browser";

interface Props {
  previous: Guide | null;
  next: Guide | null;
}

/** The guides before and after this one, in reading order. */
export function GuideNeighbours({ previous, next }: Props) {
  return (
    <nav aria-label="More guides" className="mt-12 grid gap-3 border-t border-line pt-4 sm:grid-cols-2">
      {previous && <Neighbour rel="prev" label="Previous" guide={previous} />}
      {next && <Neighbour rel="next" label="Next" guide={next} />}
    </nav>
  );
}

function Neighbour({ rel, label, guide: { slug, title } }: { rel: "prev" | "next"; label: string; guide: Guide }) {
  return (
    <Link
      href={`/docs/guides/${slug}`}
      rel={rel}
      prefetch={false}
      className={`block rounded border border-line px-4 py-3 hover:bg-sunken ${rel === "next" ? "sm:col-start-2 sm:text-right" : ""}`}
    >
      <span className="block text-sm text-muted">{label}</span>
      <span className="font-semibold underline decoration-edge underline-offset-4">{title}</span>
    </Link>
  );
}
