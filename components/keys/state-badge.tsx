import { DateTime } from "@/components/ui/date-time";
import type { KeyState } from "./key-state";

const looks = {
  working: "border-edge text-ink",
  grace: "border-gilt text-ink",
  expired: "border-transparent bg-sunken text-muted",
  revoked: "border-transparent bg-sunken text-muted",
};

const labels = { working: "Active", expired: "Expired", revoked: "Revoked" };

interface Props {
  state: KeyState;
  /** The suffix of the key that replaces this one. */
  replacement: string | null;
  /** The key replaces another that still works. */
  isNew: boolean;
}

export function StateBadge({ state, replacement, isNew }: Props) {
  return (
    <span className={`inline-block rounded border px-2 py-px text-sm ${looks[state.name]}`}>
      {state.name === "grace" ? (
        <>
          {replacement === null ? (
            "Stops working"
          ) : (
            <>
              Being replaced by <code className="font-mono whitespace-nowrap">…{replacement}</code> · stops working
            </>
          )}{" "}
          <DateTime at={state.until} look="time" />
        </>
      ) : (
        <>
          {labels[state.name]}
          {isNew && " · New"}
        </>
      )}
    </span>
  );
}
