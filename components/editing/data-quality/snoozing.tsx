import { ask } from "@/components/form/ask";
import { typedDay } from "@/components/form/typed-day";
import { useWrite } from "@/components/form/use-write";
import { daysAfter, today, withDaysInWords } from "@/components/ui/calendar";
import { showToast } from "@/components/ui/toasts";
import type { DataProblem } from "@/lib/editing/data-quality/schema.browser";
import { counted } from "@/lib/editing/data-quality/terms.browser";

/** Hides problems for a time, and shows them again. Both say whether it is done. */
export function useSnoozing() {
  const { write, ...state } = useWrite();
  const keyOf = ({ rule, resource, record_id }: DataProblem) => ({ rule, resource, record_id });

  async function unsnooze(problems: readonly DataProblem[]): Promise<boolean> {
    const doneText = `Ended the snooze of ${counted(problems.length, "problem")}.`;
    return (await write("POST", "/problems/unsnooze", { problems: problems.map(keyOf) }, { doneText })) !== null;
  }

  async function snooze(problems: readonly DataProblem[]): Promise<boolean> {
    const [only, ...others] = problems;
    const count = counted(problems.length, "problem");
    const answer = await ask({
      title: others.length > 0 ? `Snooze ${count}` : "Snooze",
      text: only && others.length === 0 && <StatedProblem problem={only} />,
      fields: [
        { name: "reason", label: "Reason", look: "long", required: true, maxLength: 500, problem: "Enter a reason." },
        {
          name: "length",
          label: "How long",
          initial: "7",
          options: [
            ["7", "For 7 days"],
            ["30", "For 30 days"],
            ["day", "Until a day"],
            ["facts", "Until the record changes"],
          ],
          hint: "It comes back sooner if the record changes.",
        },
        {
          name: "until",
          label: "Comes back on",
          look: "day",
          isShown: ({ length }) => length === "day",
          problem: "Enter a day in the future.",
        },
      ],
      toData: ({ length, until = "", reason }) => ({
        problems: problems.map((problem) => ({ ...keyOf(problem), facts: problem.facts })),
        until:
          length === "facts" ? null : length === "day" ? typedDay(until, today()) : daysAfter(today(), Number(length)),
        reason,
      }),
      send: ["POST", "/problems/snooze"],
      action: ["Snooze", "Saving…"],
    });
    if (answer) showToast({ text: `Snoozed ${count}.`, action: { label: "Undo", run: () => void unsnooze(problems) } });
    return answer !== null;
  }

  return { ...state, snooze, unsnooze };
}

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
