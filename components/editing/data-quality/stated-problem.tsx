import { withDaysInWords } from "@/components/ui/calendar";
import type { DataProblem } from "@/lib/editing/data-quality/schema.browser";

/** What a dialog is about. */
export function StatedProblem({ problem: { name, message } }: { problem: DataProblem }) {
  return (
    <p>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      : {withDaysInWords(message)}
    </p>
  );
}
