import type { OperationGroup } from "@/lib/docs/reference/schema";
import { LinkedHeading } from "./linked-heading";
import { MethodName } from "./method-name";
import { Prose } from "./prose";

interface Props {
  groups: OperationGroup[];
  /**
   * Conventions of all operations. The first paragraph is left out: it describes the service, as the introduction does.
   */
  paragraphs: string[];
}

/** All operations by group. */
export function GroupList({ groups, paragraphs }: Props) {
  return (
    <>
      <section aria-labelledby="reference" className="when-in-view mt-12 [--expected-height:3600px]">
        <LinkedHeading anchor="reference">Reference</LinkedHeading>
        <div className="mt-3 grid gap-x-10 xl:grid-cols-2">
          {groups.map((group) => (
            <GroupEntry key={group.slug} group={group} />
          ))}
        </div>
      </section>
      <section aria-labelledby="everywhere" className="when-in-view mt-12 [--expected-height:1200px]">
        <LinkedHeading anchor="everywhere">Conventions</LinkedHeading>
        <div className="mt-3 gap-x-10 xl:columns-2">
          {paragraphs.slice(1).map((paragraph) => (
            <p key={paragraph} className="mb-3 break-inside-avoid text-sm text-muted">
              <Prose text={paragraph} />
            </p>
          ))}
        </div>
      </section>
    </>
  );
}

function GroupEntry({ group: { slug, name, description, operations } }: { group: OperationGroup }) {
  return (
    <div className="border-t border-line py-4">
      <h3 id={slug} className="text-lg font-semibold">
        <a href={`/docs/${slug}`} className="underline decoration-edge underline-offset-4 hover:decoration-curtain">
          {name}
        </a>
      </h3>
      <p className="mt-1 text-sm text-muted">{description}</p>
      <ul className="mt-2">
        {operations.map(({ anchor, method, path, summary }) => (
          <li key={anchor}>
            <a
              href={`/docs/${slug}#${anchor}`}
              className="group flex min-h-6 flex-wrap items-baseline gap-x-2 py-1 text-xs"
            >
              <span className="w-14 shrink-0 font-mono">
                <MethodName method={method} />
              </span>
              <span className="font-mono [overflow-wrap:anywhere] underline decoration-transparent underline-offset-4 group-hover:decoration-curtain">
                {path}
              </span>
              <span className="text-muted">{summary}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
