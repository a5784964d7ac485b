import { useSearchParams } from "next/navigation";
import { today } from "@/components/ui/calendar";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { CastEntry } from "@/lib/listings/casts/schema.browser";
import { useApi } from "@/lib/client/hooks.browser";
import { capitalised } from "@/lib/records/terms.browser";
import { groupsOf, noEdits, savedCast, withEdits, groupNames, castPath } from "./cast";
import { CastViewSwitch } from "./cast-view-switch";
import { castRowClass, MemberText } from "./member-text";
import { castViewParameter, formerInWords, shownCast, type ShownGroup } from "./shown-members";

/** The labels of the buttons beside the title. */
export const castActions = ["Paste a list…", "Copy cast from…", "Change of cast…"] as const;

/** The saved cast as text, from the server's page, in the shape of the editor, until that is loaded. */
export function FirstCast({ productionId }: { productionId: string }) {
  const { data } = useApi<CastEntry[]>(castPath(productionId));
  const asked = useSearchParams().get(castViewParameter);
  const cast = data && shownCast(groupsOf(withEdits(savedCast(data.body), noEdits)), today(), asked);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <CastTitle />
        <div className="invisible flex flex-wrap gap-2" aria-hidden="true">
          {castActions.map((action) => (
            <Button key={action}>{action}</Button>
          ))}
        </div>
      </div>
      {cast ? (
        <>
          <CastViewSwitch cast={cast} />
          {cast.groups.map(
            (one) => one.shown.length + one.former.length > 0 && <FirstGroup key={one.group.type} group={one} />,
          )}
        </>
      ) : (
        <Skeleton shape="cast" lines={8} label="Loading the cast…" />
      )}
    </div>
  );
}

function FirstGroup({ group: { group, shown, former } }: { group: ShownGroup }) {
  return (
    <div>
      <h3 className="mb-1 font-semibold">
        {capitalised(groupNames[group.type])} <span className="text-sm text-muted">{shown.length}</span>
      </h3>
      {shown.length > 0 && (
        <ul className="divide-y divide-line rounded border border-line bg-raised">
          {shown.map((member) => (
            <li key={member.id} className={castRowClass}>
              <span className="w-4" />
              <span className="h-8 w-6" />
              <MemberText member={member} />
              <span className="size-8 shrink-0" />
              <span className="size-8 shrink-0" />
            </li>
          ))}
        </ul>
      )}
      {former.length > 0 && (
        <p className="mt-1 flex min-h-8 items-center pl-5 text-sm text-muted">{formerInWords(former.length)}</p>
      )}
    </div>
  );
}

export function CastTitle() {
  return (
    <h2 id="cast-title" className="text-2xl font-semibold">
      Cast
    </h2>
  );
}
