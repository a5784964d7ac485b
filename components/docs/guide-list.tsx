import type { Guide } from "@/lib/docs/guides/schema";
import { LinkedHeading } from "./linked-heading";

export function GuideList({ guides }: { guides: Guide[] }) {
  return (
    <section aria-labelledby="guides" className="when-in-view mt-12 [--expected-height:800px]">
      <LinkedHeading anchor="guides">Guides</LinkedHeading>
      <ul className="mt-3 grid gap-x-10 sm:grid-cols-2">
        {guides.map(({ slug, title, summary }) => (
          <li key={slug} className="border-t border-line py-3">
            <a
              href={`/docs/guides/${slug}`}
              className="font-display text-lg font-semibold underline decoration-edge underline-offset-4 hover:decoration-curtain"
            >
              {title}
            </a>
            <p className="mt-1 text-sm text-muted">{summary}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
