import Link from "next/link";
import { useEffect, useId, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from "react";
import { controlClass, Labelled, type LabelledProps } from "./field";
import { isComposing } from "./is-typing";

export interface ComboboxOption {
  key: string;
  content: ReactNode;
  /** The URL of a link; an option without one is chosen instead. */
  href?: string;
  /** Whether it makes something new: the arrow keys stop before it once, so that no habit chooses it. */
  isGuarded?: boolean;
}

interface Props<Option extends ComboboxOption> extends Omit<ComponentProps<"input">, "value" | "list"> {
  value: string;
  /** The accessible name of the list. */
  listLabel: string;
  options: readonly Option[];
  /** Whether options are still to come. Enter then chooses once they are there. */
  isLoading?: boolean;
  /** Without it the list is always open, below the input rather than over the page. */
  popup?: {
    isOpen: boolean;
    /** Wider than the input where there is room. */
    isWide?: boolean;
    /** Above the options. Not announced. */
    note?: ReactNode;
    open(): void;
    close(): void;
  };
  onType(text: string): void;
  onChoose(option: Option): void;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

const floating = "absolute top-full z-20 mt-1 overflow-auto rounded border border-edge bg-floating py-1 text-sm";
const placements = {
  popup: `${floating} inset-x-0 max-h-64`,
  wide: `${floating} left-0 max-h-[min(60dvh,480px)] w-full lg:w-[560px]`,
  inline: "mt-4 h-64 overflow-auto text-sm",
};

/** An input with a list of options, for pointer and keyboard (ARIA combobox with listbox). */
export function Combobox<Option extends ComboboxOption>({
  value,
  listLabel,
  options,
  isLoading = false,
  popup,
  onType,
  onChoose,
  ...input
}: Props<Option>) {
  const listId = useId();
  const [active, setActive] = useState(0);
  const [isEnterWaiting, setIsEnterWaiting] = useState(false);
  /** Whether an arrow key has stopped before a guarded option. */
  const [isAtGuard, setIsAtGuard] = useState(false);
  const isOpen = popup?.isOpen ?? true;
  const current = Math.min(active, options.length - 1);

  useEffect(() => {
    if (isEnterWaiting && !isLoading) document.getElementById(`${listId}-${current}`)?.click();
  }, [isLoading, isEnterWaiting, listId, current]);

  function steer(event: KeyboardEvent<HTMLInputElement>) {
    if (isComposing(event.nativeEvent) || movesInText(event, isOpen)) return;
    setIsEnterWaiting(event.key === "Enter" && isOpen && isLoading);
    const next = nextActive(event.key, current, options.length);
    const isStopped = next !== null && next !== current && options[next]?.isGuarded && !isAtGuard;
    setIsAtGuard(isStopped === true);
    if (next !== null && !isOpen) popup?.open();
    else if (next !== null) setActive(isStopped ? current : next);
    else if (event.key === "Enter" && isOpen) {
      // As a click: a link then asks first about what is not saved. Options shown while loading are of an earlier text.
      if (!isLoading) document.getElementById(`${listId}-${current}`)?.click();
    } else if (event.key === "Escape" && popup?.isOpen) {
      // Keeps Escape from also closing the surrounding dialog.
      event.stopPropagation();
      popup.close();
    } else return;
    event.preventDefault();
  }

  return (
    <div className="relative">
      <input
        {...input}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && current >= 0 ? `${listId}-${current}` : undefined}
        autoComplete="off"
        value={value}
        onKeyDown={steer}
        onChange={(event) => {
          onType(event.target.value);
          if (!isOpen) popup?.open();
          setActive(0);
        }}
        onClick={(event) => {
          if (!popup) return;
          event.currentTarget.select();
          popup.open();
        }}
        onBlur={(event) => {
          popup?.close();
          setActive(0);
          setIsEnterWaiting(false);
          input.onBlur?.(event);
        }}
      />
      <ul
        id={listId}
        role="listbox"
        aria-label={listLabel}
        hidden={!isOpen}
        className={placements[popup ? (popup.isWide ? "wide" : "popup") : "inline"]}
      >
        {popup?.note && (
          <li role="none" className="px-3 py-2 text-muted">
            {popup.note}
          </li>
        )}
        {options.map((option, index) => (
          // Keeps the focus in the input.
          <li key={option.key} role="none" onPointerDown={(event) => event.preventDefault()}>
            <Face
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === current}
              ref={index === current ? scrollToIt : undefined}
              href={option.href}
              className={`flex cursor-pointer items-baseline justify-between gap-3 px-3 py-2 ${option.isGuarded && index > 0 ? "border-t border-line" : ""} aria-selected:bg-curtain-wash aria-selected:text-curtain`}
              onClick={() => {
                setActive(0);
                setIsEnterWaiting(false);
                popup?.close();
                onChoose(option);
              }}
            >
              {option.content}
            </Face>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The same with its label. */
export function ComboboxField<Option extends ComboboxOption>(props: LabelledProps & Props<Option>) {
  const { label, hint, problem, ...combobox } = props;
  return (
    <Labelled label={label} hint={hint} problem={problem}>
      {(wiring) => <Combobox {...combobox} {...wiring} className={controlClass} />}
    </Labelled>
  );
}

/** The option that a key moves to, round the end; 0 if there are no options, and null for any other key. */
function nextActive(key: string, active: number, count: number): number | null {
  if (key === "Home" || key === "End") return key === "Home" || count === 0 ? 0 : count - 1;
  const step = steps[key];
  if (step === undefined) return null;
  return count === 0 ? 0 : (active + step + count) % count;
}

/** Home and End belong to the text until its cursor is where they lead; then they move through the open list. */
function movesInText(
  { key, shiftKey, currentTarget: input }: KeyboardEvent<HTMLInputElement>,
  isOpen: boolean,
): boolean {
  if (key !== "Home" && key !== "End") return false;
  const [cursor, target] = key === "Home" ? [input.selectionEnd, 0] : [input.selectionStart, input.value.length];
  return !isOpen || shiftKey || cursor !== target;
}

function scrollToIt(shown: HTMLElement | null): void {
  shown?.scrollIntoView({ block: "nearest" });
}

/** An option; one with a URL is a link. API URLs are not pages, and the browser itself goes to anchors of this page: both get a plain link. */
function Face({ href, ref, ...rest }: Omit<ComponentProps<"a">, "ref"> & { ref: typeof scrollToIt | undefined }) {
  if (href === undefined) return <div ref={ref} {...(rest as ComponentProps<"div">)} />;
  if (/^(\/api\/|#)/.test(href)) return <a ref={ref} href={href} tabIndex={-1} {...rest} />;
  return <Link ref={ref} href={href} tabIndex={-1} prefetch={false} {...rest} />;
}
