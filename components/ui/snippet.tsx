import { useId } from "react";
import { CopyButton } from "@/components/ui/copy-button";

interface Props {
  label: string;
  text: string;
  copyLabel: string;
  /** What is copied, if it differs from what is shown. */
  copied?: (text: string) => string;
  onCopied?: () => void;
}

/** Text that one click selects and one button copies. */
export function Snippet({ label, text, copyLabel, copied = (shown) => shown, onCopied }: Props) {
  const id = useId();
  return (
    <div className="min-w-0">
      <p id={id} className="text-sm font-semibold">
        {label}
      </p>
      <div
        className="mt-1 flex items-start gap-2 rounded max-sm:flex-col border border-line bg-sunken p-2 pl-4"
        data-code
      >
        <code
          role="group"
          aria-labelledby={id}
          className="max-w-full min-w-0 grow py-2 font-mono text-sm break-words whitespace-pre-wrap select-all [overflow-wrap:anywhere]"
        >
          {text}
        </code>
        <CopyButton text={() => copied(text)} label={copyLabel} onCopied={onCopied} />
      </div>
    </div>
  );
}
