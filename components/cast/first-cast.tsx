import { RecordLink } from "@/components/records/record-name";
import { Button } from "@/components/ui/button";
import { today } from "@/components/ui/calendar";
import { RadioGroup } from "@/components/ui/radio-group";
import { Skeleton } from "@/components/ui/skeleton";
import { setParameter } from "@/components/ui/use-search-state";
import { useApi } from "@/lib/http/client/hooks.browser";
import type { CastEntry } from "@/lib/listings/casts/schema.browser";
import { capitalised } from "@/lib/records/terms.browser";
import { isWithin, type RunDays } from "@/lib/resources/cast-members/presence.browser";
import { ChevronRight } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState, type ReactNode } from "react";
import { castPath, groupNames, groupsOf, noEdits, savedCast, withEdits, type EditedMember } from "./cast";
import { datesInWords, shownCast, type CastView, type ShownCast, type ShownGroup } from "./engagements";

/** The saved cast as text, from the server's page, in the shape of the editor, until that is loaded. */
export function FirstCast({ productionId }: { productionId: string }) {
  const { data } = useApi<CastEntry[]>(castPath(productionId));
  const wantedView = useSearchParams().get(castViewParameter);
  const cast = data && shownCast(groupsOf(withEdits(savedCast(data.body), noEdits)), today(), wantedView);
  return (
    <div className="grid gap-4">
      <CastHead />
      {cast ? (
        <>
          <CastViewSwitch cast={cast} />
          {cast.groups.map((group) => (
            <CastGroup key={group.type} group={group} list={(members) => <ListToRead members={members} />} />
          ))}
        </>
      ) : (
        <Skeleton shape="cast" lines={8} label="Loading the cast…" />
      )}
    </div>
  );
}

function ListToRead({ members }: { members: readonly EditedMember[] }) {
  return (
    <ul className="divide-y divide-line rounded border border-line bg-raised">
      {members.map((member) => (
        <li key={member.id} className={castRowClass}>
          <span className="w-4" />
          <span className="h-8 w-6" />
          <MemberText member={member} />
          <span className="size-8 shrink-0" />
          <span className="size-8 shrink-0" />
        </li>
      ))}
    </ul>
  );
}

/** The title and the buttons beside it. @param open what they do, in order; without it they only take their place. */
export function CastHead({ open }: { open?: readonly (() => void)[] }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h2 id="cast-title" className="text-2xl font-semibold">
        Cast
      </h2>
      <div className={`flex flex-wrap gap-2 ${open ? "" : "invisible"}`} aria-hidden={!open || undefined}>
        {["Paste a list…", "Copy cast from…", "Change of cast…"].map((action, index) => (
          <Button key={action} onClick={open?.[index]}>
            {action}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** The parameter of the address that says which members are shown. */
export const castViewParameter = "cast";

interface SwitchProps {
  cast: Pick<ShownCast, "view" | "counts" | "here">;
  run?: RunDays | undefined;
  seeCompanyToday?(): void;
}

/** Chooses between today's members of a cast and everyone; and says of today's that they are still in it. */
export function CastViewSwitch({ cast: { view, counts, here }, run, seeCompanyToday }: SwitchProps) {
  const canSee = seeCompanyToday !== undefined && here.length > 0 && run !== undefined && isWithin(run, today());
  if (counts === null && !canSee) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {counts && (
        <RadioGroup<CastView>
          legend="Shown members"
          name="cast-view"
          value={view}
          onChoose={(chosen) => setParameter(castViewParameter, chosen)}
          options={[
            { value: "today", content: `Today ${counts.today}` },
            { value: "everyone", content: `Everyone ${counts.everyone}` },
          ]}
        />
      )}
      {canSee && <Button onClick={seeCompanyToday}>Still in it today: {here.length}</Button>}
    </div>
  );
}

interface GroupProps {
  group: ShownGroup;
  list(members: readonly EditedMember[]): ReactNode;
}

/** The members of one role type in billing order. Former members are folded. */
export function CastGroup({ group: { type, shown, former }, list }: GroupProps) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  return (
    <section aria-label={capitalised(groupNames[type])}>
      <h3 className="mb-1 font-semibold">
        {capitalised(groupNames[type])} <span className="text-sm text-muted">{shown.length}</span>
      </h3>
      {shown.length > 0 && list(shown)}
      {former.length > 0 && (
        <div className="mt-1">
          <button
            type="button"
            aria-expanded={isUnfolded}
            className="flex min-h-8 items-center gap-1 rounded text-sm text-muted hover:text-ink"
            onClick={() => setIsUnfolded(!isUnfolded)}
          >
            <ChevronRight aria-hidden="true" size={16} className={isUnfolded ? "rotate-90" : ""} />
            {former.length === 1 ? "1 former member" : `${former.length} former members`}
          </button>
          {isUnfolded && list(former)}
        </div>
      )}
    </section>
  );
}

export const castRowClass =
  "relative flex min-h-[34px] flex-wrap items-start gap-x-2 pr-1 pl-3 text-sm hover:bg-sunken max-sm:py-1";

/** The billing, the person, the role and the dates of a cast member. */
export function MemberText({ member }: { member: EditedMember }) {
  const { person, role, billing_order, state } = member;
  const isRemoved = state === "removed";
  return (
    <>
      <span className="w-6 py-[7px] text-right font-mono text-muted">
        <span className="sr-only">{billing_order === null ? "No billing" : "Billing"}</span>
        {billing_order ?? <span aria-hidden="true">–</span>}
      </span>
      <span className="flex min-w-0 grow basis-24 flex-wrap items-baseline gap-x-4 py-[7px] break-words">
        <bdi className={`min-w-0 sm:basis-64 ${isRemoved ? "text-muted line-through" : ""}`}>
          {person.isNew ? (
            <span className="font-semibold">{person.name}</span>
          ) : (
            <RecordLink path="people" id={person.id} label={person.name} />
          )}
        </bdi>
        {role && (
          <bdi className={`min-w-0 text-muted sm:grow sm:basis-48 ${isRemoved ? "line-through" : ""}`}>{role.name}</bdi>
        )}
        <State member={member} />
        <Known member={member} />
      </span>
    </>
  );
}

/** The dates and covers, in a few words. */
function Known({ member: { engagements, covers } }: { member: EditedMember }) {
  const roles = covers.map(({ role }) => role.name);
  return (
    <span className="text-muted lg:ml-auto lg:text-right">
      {capitalised(datesInWords(engagements, today()))}
      {roles.length > 0 && ` · covers ${roles.join(", ")}`}
    </span>
  );
}

/** What becomes of a member when the draft is saved; the dates stand beside it. */
function State({ member: { state, person, role, engagements, before } }: { member: EditedMember }) {
  const isDated = engagements.some(({ from }) => from !== null);
  const isEnded = engagements.some(({ to }, index) => to !== null && to !== (before[index]?.to ?? null));
  const words = {
    "as saved": null,
    added: isDated ? "joins" : "added",
    changed: engagements.length > before.length && before.length > 0 ? "returns" : isEnded ? "leaves" : "changed",
    removed: "removed",
  }[state];
  const news = [words, person.isNew && "new person", role?.isNew && "new role"].filter(Boolean).join(", ");
  return news === "" ? null : <span className="text-muted italic">{news}</span>;
}
