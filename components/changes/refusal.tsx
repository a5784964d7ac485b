import type { ApiError } from "@/lib/api/client";
import { issuesByChange } from "./send-changes";

interface Props {
  error: ApiError;
  /** What people call the change at this place of the list. */
  nameOf(index: number): string;
}

const shown = 20;

/** Why many changes were refused as one, change by change. */
export function Refusal({ error, nameOf }: Props) {
  const refused = [...issuesByChange(error)];
  const id = error.answer?.requestId;
  return (
    <div role="alert" className="rounded bg-curtain-wash p-4 text-sm text-curtain">
      <p>
        {error.message}
        {refused.length === 0 && id && ` Request id ${id}.`}
      </p>
      <ul className="mt-2 grid gap-1 empty:hidden">
        {refused.slice(0, shown).map(([index, messages]) => (
          <li key={index}>
            {index >= 0 && <span className="font-semibold">{nameOf(index)}: </span>}
            {messages.join("; ")}
          </li>
        ))}
      </ul>
      {refused.length > shown && <p className="mt-2">And {refused.length - shown} more.</p>}
    </div>
  );
}
