import Link from "next/link";
import type { Guide } from "@/lib/docs/guides/schema.browser";
import { LinkedHeading } from "./linked-heading";

export function GuideList({ guides }: { guides: Guide[] }) {
  return (
    <section aria-labelledby="guides" className="mt-12">
      <LinkedHeading anchor="guides">Guides</LinkedHeading>
      <ul className="mt-3 grid gap-x-10 sm:grid-cols-2">
        {guides.map(({ slug, title, summary }) => (
          <li key={slug} className="border-t border-line py-3">
            <Link
              href={`/docs/guides/${slug}`}
              prefetch={false}
              className="font-display text-lg font-semibold underline decoration-edge underline-offset-4 hover:decoration-curtain"
            >
              {title}
            </Link>
            <p className="mt-1 text-sm text-muted">{summary}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
