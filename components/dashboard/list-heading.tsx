import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { capitalised } from "@/lib/resource/terms";
import { nouns, type ResourcePath } from "@/lib/resources/nouns";

/** The title of a list's page, and the way to a new record. */
export function ListHeading({ path }: { path: ResourcePath }) {
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
      <h1 className="work-title">{capitalised(nouns[path].plural)}</h1>
      <Link href={`/dashboard/${path}/new`} prefetch={false} className={buttonClass("primary")}>
        New {nouns[path].singular}
      </Link>
    </div>
  );
}
