import { Button } from "@/components/ui/button";
import { today } from "@/components/ui/calendar";
import { RadioGroup } from "@/components/ui/radio-group";
import { setParameter } from "@/components/ui/use-search-state";
import { isWithin, type RunDays } from "@/lib/resources/cast-members/presence.browser";
import { castViewParameter, type CastView, type ShownCast } from "./shown-members";

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
