import { DateTime } from "@/components/ui/date-time";
import type { KeyState } from "./key-state";

const looks = {
  working: "border-edge text-ink",
  grace: "border-gilt text-ink",
  expired: "border-transparent bg-sunken text-muted",
  revoked: "border-transparent bg-sunken text-muted",
};

const labels = { working: "Active", expired: "Expired", revoked: "Revoked" };
export function StateBadge({ state }: { state: KeyState }) {
  return (
    <span className={`inline-block rounded border px-2 py-px text-sm ${looks[state.name]}`}>
      {state.name === "grace" ? (
        <>
          Stops working <DateTime at={state.until} look="time" />
        </>
      ) : (
        labels[state.name]
      )}
    </span>
  );
}
