import { Button } from "@/components/ui/button";
import { today } from "@/components/ui/calendar";
import { RadioGroup } from "@/components/ui/radio-group";
import { setParameter } from "@/components/ui/use-search-state";
import { latestDay } from "@/lib/core/partial-dates.browser";
import { isPossibleOn, isWithin, type RunDays } from "@/lib/resources/cast-members/presence.browser";
import type { EditedMember, RoleTypeGroup } from "./cast";

interface Props {
  cast: Pick<ShownCast, "view" | "counts" | "here">;
  run?: RunDays | undefined;
  seeCompanyToday?(): void;
}

/** Chooses between today's members of a cast and everyone; and says of today's that they are still in it. */
export function CastViewSwitch({ cast: { view, counts, here }, run, seeCompanyToday }: Props) {
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

/** Which members of a cast are shown. */
type CastView = "today" | "everyone";

/** The parameter of the address. */
export const castViewParameter = "cast";

/** A cast of more members is shown as of today at first. */
const longCast = 20;

/** A group as it is shown. */
export interface ShownGroup extends RoleTypeGroup {
  shown: readonly EditedMember[];
  /** Those who have certainly left, shown when they are asked for. */
  former: readonly EditedMember[];
}

interface ShownCast {
  view: CastView;
  /** Null when both views are the same. */
  counts: Readonly<Record<CastView, number>> | null;
  /** Those with someone to show. */
  groups: readonly ShownGroup[];
  /** Those who may be in the cast today, as far as dates are known. */
  here: readonly EditedMember[];
}

/**
 * The groups as they are shown. Unsaved edits always are. Of a long cast today's members come first, unless the address
 * says otherwise; people without dates count as today's only where no one has any.
 */
export function shownCast(
  groups: readonly RoleTypeGroup[],
  today: string,
  wantedView: string | null,
  openId?: string,
): ShownCast {
  const all = groups.flatMap(({ members }) => members);
  const isEdited = ({ id, state }: EditedMember) => state !== "as saved" || id === openId;
  const now = all.filter((member) => isPossiblyIn(member, today));
  const hasBoth = now.length > 0 && now.length < all.length;
  const isToday = hasBoth && (wantedView === null ? all.length > longCast : wantedView === "today");
  const isFormer = (member: EditedMember) => hasBoth && !isToday && !isEdited(member) && hasLeft(member, today);
  return {
    view: isToday ? "today" : "everyone",
    here: now.filter(({ state }) => state !== "removed"),
    counts: hasBoth ? { today: now.length, everyone: all.length } : null,
    groups: groups
      .map((group) => ({
        ...group,
        shown: group.members.filter((one) => (isToday ? now.includes(one) || isEdited(one) : !isFormer(one))),
        former: group.members.filter(isFormer),
      }))
      .filter(({ shown, former }) => shown.length + former.length > 0),
  };
}

/** Before the run is loaded, any day may be one of it. */
const anyRun: RunDays = { first: "", last: null };

/** Whether someone with dates may be in the cast today. A date in a draft may not be one yet: then it is not known. */
function isPossiblyIn({ engagements }: EditedMember, today: string): boolean {
  const dates = engagements.map(({ from, to, ended }) => ({ from: from || null, to: to || null, ended }));
  return dates.length > 0 && isPossibleOn(today, dates, anyRun, today);
}

/** Whether someone has certainly left. */
export function hasLeft({ engagements }: EditedMember, today: string): boolean {
  return engagements.length > 0 && engagements.every(({ to, ended }) => (to === null ? ended : latestDay(to) < today));
}
