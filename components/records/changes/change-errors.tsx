import { Refusal } from "@/components/ui/error-notice";
import type { RequestError } from "@/lib/http/client/client.browser";
import { issuesByChange } from "./use-changes";

interface Props {
  error: RequestError;
  /** The label of the change at this index. */
  nameOf(index: number): string;
}

const shown = 20;

/** Errors of a refused batch, by change. Takes the focus, because it may be out of view. */
export function ChangeErrors({ error, nameOf }: Props) {
  const refused = [...issuesByChange(error)];
  const id = error.response?.requestId;
  return (
    <Refusal error={error}>
      <p>
        {error.message}
        {refused.length === 0 && id && ` Request ID ${id}.`}
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
    </Refusal>
  );
}
