import { Eye, EyeOff } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { controlClass, Labelled, type LabelledProps } from "./field";

/** An input for a password, with a button that shows what is typed. */
export function PasswordField({ label, hint, problem, ...input }: LabelledProps & ComponentProps<"input">) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Labelled label={label} hint={hint} problem={problem}>
      {(wiring) => (
        <div className="relative">
          <input
            {...input}
            {...wiring}
            type={isShown ? "text" : "password"}
            autoCapitalize="off"
            spellCheck={false}
            className={`${controlClass} pr-24`}
          />
          <button
            type="button"
            aria-controls={wiring.id}
            className="absolute inset-y-1 right-1 flex cursor-pointer items-center gap-2 rounded px-3 text-sm text-muted hover:text-ink"
            onClick={() => setIsShown(!isShown)}
          >
            <Icon aria-hidden="true" size={16} />
            {isShown ? "Hide" : "Show"}
          </button>
        </div>
      )}
    </Labelled>
  );
}
