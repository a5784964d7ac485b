import Link from "next/link";
import type { Guide } from "@/lib/docs/guides/schema.browser";
import { headerAnchor, headersOf, isPublicRead, type OperationGroup } from "@/lib/docs/reference/schema.browser";
import { LinkedHeading, MethodName, Prose } from "./text";

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

interface Props {
  groups: OperationGroup[];
  /** Conventions of all operations, without the first, which describes the service, as the introduction does. */
  paragraphs: string[];
}

/** The parts of the reference: what everyone may read, and the rest. */
export const referenceParts = [
  { anchor: "reference", title: "Read the listings", isRead: true },
  { anchor: "staff", title: "Staff and account endpoints", isRead: false },
];

/** All operations by group, first what everyone may read; what holds for all; and what the response headers mean. */
export function GroupList({ groups, paragraphs }: Props) {
  return (
    <>
      {referenceParts.map(({ anchor, title, isRead }) => (
        <section key={anchor} aria-labelledby={anchor} className="mt-12">
          <LinkedHeading anchor={anchor}>{title}</LinkedHeading>
          <div className="mt-3 grid gap-x-10 xl:grid-cols-2">
            {groups.map((group) => (
              <GroupEntry
                key={group.slug}
                {...group}
                operations={group.operations.filter((operation) => isPublicRead(operation) === isRead)}
                anchor={isRead ? group.slug : `${anchor}-${group.slug}`}
              />
            ))}
          </div>
        </section>
      ))}
      <section aria-labelledby="everywhere" className="mt-12">
        <LinkedHeading anchor="everywhere">Conventions</LinkedHeading>
        <div className="mt-3 gap-x-10 xl:columns-2">
          {paragraphs.slice(1).map((paragraph) => (
            <p key={paragraph} className="mb-3 break-inside-avoid text-sm text-muted">
              <Prose text={paragraph} />
            </p>
          ))}
        </div>
      </section>
      <section aria-labelledby="headers" className="mt-12">
        <LinkedHeading anchor="headers">Headers</LinkedHeading>
        <dl className="mt-3 text-sm">
          {[...headersOf(groups.flatMap(({ operations }) => operations))].map(([name, description]) => (
            <div key={name} id={headerAnchor(name)} className="scroll-mt-6 border-t border-line py-2 sm:flex sm:gap-4">
              <dt className="w-48 shrink-0 font-mono font-semibold">{name}</dt>
              <dd className="text-muted">
                <Prose text={description} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

/** A group with those of its operations that a part lists. */
function GroupEntry({ slug, name, description, operations, anchor }: OperationGroup & { anchor: string }) {
  const [first] = operations;
  if (!first) return null;
  return (
    <div className="border-t border-line py-4">
      <h3 id={anchor} className="text-lg font-semibold">
        <Link
          href={`/docs/${slug}#${first.anchor}`}
          prefetch={false}
          className="underline decoration-edge underline-offset-4 hover:decoration-curtain"
        >
          {name}
        </Link>
      </h3>
      <p className="mt-1 text-sm text-muted">{description}</p>
      <ul className="mt-2">
        {operations.map((operation) => (
          <li key={operation.anchor}>
            <Link
              href={`/docs/${slug}#${operation.anchor}`}
              prefetch={false}
              className="group flex min-h-6 flex-wrap items-baseline gap-x-2 py-1 text-xs"
            >
              <span className="w-14 shrink-0 font-mono">
                <MethodName method={operation.method} />
              </span>
              <span className="font-mono [overflow-wrap:anywhere] underline decoration-transparent underline-offset-4 group-hover:decoration-curtain">
                {operation.path}
              </span>
              <span className="text-muted">{operation.summary}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
