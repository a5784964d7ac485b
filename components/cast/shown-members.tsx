import { Button } from "@/components/ui/button";
import { today } from "@/components/ui/calendar";
import { RadioGroup } from "@/components/ui/radio-group";
import { setParameter } from "@/components/ui/use-search-state";
import { earliestDay, latestDay } from "@/lib/core/partial-dates.browser";
import { isWithin, type RunDays } from "@/lib/resources/cast-members/presence.browser";
import type { EditedMember, RoleTypeGroup } from "./cast";

interface Props {
  cast: Pick<ShownCast, "view" | "counts" | "here">;
  run?: RunDays | undefined;
  seeCompanyToday?(): void;
}

/** Chooses between today's members of a cast and everyone; and says of today's that they are still in it. */
export function CastViewSwitch({ cast: { view, counts, here }, run, seeCompanyToday }: Props) {
  const canSee = seeCompanyToday !== undefined && here.size > 0 && run !== undefined && isWithin(run, today());
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
      {canSee && <Button onClick={seeCompanyToday}>Still in it today: {here.size}</Button>}
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
export interface ShownGroup {
  group: RoleTypeGroup;
  shown: readonly EditedMember[];
  /** Those who have certainly left, shown when they are asked for. */
  former: readonly EditedMember[];
}

interface ShownCast {
  view: CastView;
  /** Null when both views are the same. */
  counts: Readonly<Record<CastView, number>> | null;
  groups: readonly ShownGroup[];
  /** The ids of those who may be in the cast today, as far as dates are known. */
  here: ReadonlySet<string>;
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
  const isNow = (member: EditedMember) => member.engagements.length > 0 && whenOf(member, today) === "now";
  const here = new Set(all.filter((one) => one.state !== "removed" && isNow(one)).map(({ id }) => id));
  const now = all.filter(isNow).length;
  const hasBoth = now > 0 && now < all.length;
  const isToday = hasBoth && (wantedView === null ? all.length > longCast : wantedView === "today");
  return {
    view: isToday ? "today" : "everyone",
    here,
    counts: hasBoth ? { today: now, everyone: all.length } : null,
    groups: groups.map((group) => {
      const isFormer = (member: EditedMember) => !isEdited(member) && whenOf(member, today) === "former";
      if (isToday) return { group, shown: group.members.filter((one) => isNow(one) || isEdited(one)), former: [] };
      const former = hasBoth ? group.members.filter(isFormer) : [];
      return { group, shown: group.members.filter((one) => !former.includes(one)), former };
    }),
  };
}

/** Whether someone has certainly left, certainly comes later, or may be in the cast today. */
function whenOf({ engagements }: EditedMember, today: string): "former" | "coming" | "now" {
  if (engagements.length === 0) return "now";
  const isOver = engagements.every(({ to, ended }) => (to === null ? ended : latestOf(to) < today));
  if (isOver) return "former";
  const left = engagements.filter(({ to, ended }) => (to === null ? !ended : latestOf(to) >= today));
  return left.every(({ from }) => from !== null && earliestOf(from) > today) ? "coming" : "now";
}

/** A date in a draft may not be one yet. */
function latestOf(date: string): string {
  return date === "" ? "9999" : latestDay(date);
}

function earliestOf(date: string): string {
  return date === "" ? "" : earliestDay(date);
}

export function formerInWords(count: number): string {
  return count === 1 ? "1 former member" : `${count} former members`;
}
