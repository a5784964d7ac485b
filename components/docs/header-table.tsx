import { headerAnchor, type OperationGroup } from "@/lib/docs/reference/schema.browser";
import { LinkedHeading } from "./linked-heading";
import { Prose } from "./prose";

/** The meaning of the response headers; each operation lists those it sends. */
export function HeaderTable({ groups }: { groups: OperationGroup[] }) {
  const headers = groups
    .flatMap(({ operations }) => operations.flatMap(({ success, others }) => [success, ...others]))
    .flatMap((answer) => answer.headers);
  const byName = new Map(headers.map(({ name, description }) => [name, description]));
  return (
    <section aria-labelledby="headers" className="mt-12">
      <LinkedHeading anchor="headers">Headers</LinkedHeading>
      <dl className="mt-3 text-sm">
        {[...byName].map(([name, description]) => (
          <div key={name} id={headerAnchor(name)} className="scroll-mt-6 border-t border-line py-2 sm:flex sm:gap-4">
            <dt className="w-48 shrink-0 font-mono font-semibold">{name}</dt>
            <dd className="text-muted">
              <Prose text={description} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
