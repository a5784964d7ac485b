"use client";

import Link from "next/link";
import { Skeleton } from "@/components/ui/skeleton";
import { History, useHistory } from "@/components/undo/history";
import { nouns, type ResourcePath } from "@/lib/resources/nouns";

/** In place of a record's form: whether it was deleted, which can be undone, or never existed. */
export function MissingRecord({ path, id }: { path: ResourcePath; id: string }) {
  const { singular, plural } = nouns[path];
  const { data, error } = useHistory(path, id);
  const wasThere = error !== null || (data !== undefined && data.body.length > 0);
  if (!data && !error) return <Skeleton lines={3} label={`Looking for the ${singular}…`} />;
  return (
    <>
      <p>
        {wasThere ? (
          `This ${singular} was deleted. You can undo that in its history below.`
        ) : (
          <>
            No {singular} has the ID <bdi className="font-mono break-all">{id}</bdi>. Check the address, or find it in
            the list of{" "}
            <Link href={`/dashboard/${path}`} prefetch={false} className="underline underline-offset-4">
              {plural}
            </Link>
            .
          </>
        )}
      </p>
      {wasThere && <History path={path} id={id} />}
    </>
  );
}
