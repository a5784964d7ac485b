import { verifyLabel } from "@/components/records/changes/use-changes";
import { Button } from "@/components/ui/button";
import type { DataProblem } from "@/lib/editing/data-quality/schema.browser";
import { canVerify, hasOneFix, needsSource } from "./bulk-fixes";
import { problemCount } from "./use-snoozing";

export type BulkAction = "verify" | "source" | "fix" | "snooze" | "unsnooze";

interface Props {
  problems: readonly DataProblem[];
  isBusy: boolean;
  onAct(action: BulkAction): void;
  onClear(): void;
}

const actions: readonly { action: BulkAction; label: string; isFor(problem: DataProblem): boolean }[] = [
  { action: "verify", label: verifyLabel, isFor: canVerify },
  { action: "source", label: "Add a source…", isFor: needsSource },
  { action: "fix", label: "Apply the fixes", isFor: hasOneFix },
  { action: "snooze", label: "Snooze…", isFor: ({ snooze }) => snooze === null },
  { action: "unsnooze", label: "End snooze", isFor: ({ snooze }) => snooze !== null },
];

/** What can be done about the selected problems, each with the number of those that it is for. */
export function SelectedProblems({ problems, isBusy, onAct, onClear }: Props) {
  if (problems.length === 0) return null;
  return (
    <div
      role="group"
      aria-label="Actions for selected problems"
      className="sticky bottom-2 z-10 flex min-h-[52px] flex-wrap items-center gap-2 rounded border border-curtain bg-curtain-wash px-3 py-1 text-sm"
    >
      <span className="mr-2 font-semibold">{problemCount(problems)} selected</span>
      {actions.map(({ action, label, isFor }) => {
        const count = problems.filter(isFor).length;
        return (
          count > 0 && (
            <Button
              key={action}
              aria-disabled={isBusy}
              onClick={() => {
                if (!isBusy) onAct(action);
              }}
            >
              {`${label} (${count})`}
            </Button>
          )
        );
      })}
      <Button look="plain" onClick={onClear}>
        Clear selection
      </Button>
    </div>
  );
}
