import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { RecordLink } from "@/components/records/record-name";
import { useMay } from "@/components/accounts/current-staff";
import { History, useHistory } from "@/components/records/undo/history";
import { useApi } from "@/lib/http/client/hooks.browser";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { documentPath } from "./form/record-shape";

interface Props {
  path: ResourcePath;
  id: string;
  /** The header `Link` of the response that said so. */
  link: string | null;
}

/** In place of a record's form: whether it was merged or deleted, which can be undone, or never existed. */
export function MissingRecord({ path, id, link }: Props) {
  const successor = mergedInto(link);
  const { singular, plural } = resourceViews[path];
  const kept = useApi<{ name: string }>(documentPath({ path }, successor ?? ""), { isEnabled: successor !== null });
  const { data, error } = useHistory(path, id);
  const mayReadActivity = useMay("readActivity");
  const wasThere = error !== null || (data !== undefined && data.body.length > 0);
  const undoText = wasThere && " You can undo that in the history below.";
  if (mayReadActivity && !data && !error) return <Skeleton lines={3} label={`Looking for the ${singular}…`} />;
  return (
    <>
      <p>
        {successor !== null ? (
          <>
            This {singular} was merged into{" "}
            <RecordLink path={path} id={successor} label={kept.data?.body.name ?? successor} />.{undoText}
          </>
        ) : wasThere ? (
          <>
            This {singular} was deleted.{undoText}
          </>
        ) : (
          <>
            No {singular} has the ID <bdi className="font-mono break-all">{id}</bdi>. Check the address, or find it in
            the list of <TextLink href={`/dashboard/${path}`}>{plural}</TextLink>.
          </>
        )}
      </p>
      {wasThere && <History path={path} id={id} />}
    </>
  );
}

/** The id of the record that a missing one was merged into, from the header `Link`; null: none (contract §12). */
function mergedInto(link: string | null): string | null {
  const [, id] = /<[^>]*\/([^/>]+)>; rel="successor-version"/.exec(link ?? "") ?? [];
  return id === undefined ? null : decodeURIComponent(id);
}
