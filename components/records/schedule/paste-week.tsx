import { useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { timeInWords } from "@/lib/resources/productions/performance-words.browser";
import { capitalised } from "@/lib/records/terms.browser";
import { readWeek, type PastedTime } from "./read-week";

interface Props {
  onTake(times: readonly PastedTime[]): void;
}

/** Takes the times of a pasted text; what is not understood stays in the field and is told. */
export function PasteWeek({ onTake }: Props) {
  const [text, setText] = useState("");
  const parts = readWeek(text);
  const times = parts.flatMap((part) => part.times);
  const left = parts.filter(({ problem }) => problem !== null);
  return (
    <details>
      <summary className="cursor-pointer py-1 text-sm font-semibold">Paste times</summary>
      <div className="mt-1 grid gap-2">
        <TextField
          label="Times as the theatre writes them"
          hint="Such as “Tue–Sat 7.30pm, Wed & Sat 2.30pm, Sun 3pm”"
          rows={2}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div role="status" className="text-sm">
          {parts.map(({ text: part, problem, times: found }, index) => (
            <p key={index} className={`[overflow-wrap:anywhere] ${problem === null ? "" : "text-curtain"}`}>
              {problem === null ? found.map(inWords).join(", ") : `${part}: ${problem}. It stays here.`}
            </p>
          ))}
        </div>
        <Button
          className="justify-self-start"
          aria-disabled={times.length === 0}
          onClick={() => {
            if (times.length === 0) return;
            onTake(times);
            setText(left.map((part) => part.text).join("; "));
          }}
        >
          {times.length === 1 ? "Add 1 time" : `Add ${times.length} times`}
        </Button>
      </div>
    </details>
  );
}

function inWords({ day, time }: PastedTime): string {
  return `${capitalised(day)} ${timeInWords(time)}`;
}
