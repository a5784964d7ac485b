"use client";

import { useId, useState, type KeyboardEvent, type Ref } from "react";
import { controlLook, Labelled, type LabelledProps } from "@/components/ui/labelled";
import { useCreate } from "./creation-context";
import { findRecords } from "@/components/directory/found-records";
import { nouns, type Path } from "@/lib/resources/nouns";
import { nameOf } from "@/components/resource/record-name";
import type { Values } from "./record-shape";
import { useShapes } from "@/components/resource/shapes";
import { useDirectory } from "@/components/resource/use-directory";

interface Props extends LabelledProps {
  ref?: Ref<HTMLInputElement>;
  path: Path;
  /** The id that is chosen; empty for none. */
  value: string;
  onChange(id: string): void;
  onBlur?: () => void;
  isFitting?: (record: Record<string, unknown>) => boolean;
  /** The name of a chosen record that is not there yet. */
  nameUntilSaved?: string | undefined;
  /** What a record that is made from here begins with, beside the name that was typed. */
  given?: Values;
}

/** A record of a resource, found by typing; one that is missing can be made on the spot. */
export function Picker({ ref, path, value, onChange, onBlur, isFitting, given, nameUntilSaved, ...labelled }: Props) {
  const { namedBy, fields } = useShapes()[path];
  const { directory, isPending, error } = useDirectory([path, ...namedBy]);
  const hasName = fields.some(({ name }) => name === "name");
  const create = useCreate();
  const listId = useId();
  /** What is being typed; null while nothing is, and the chosen record's name is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const chosenName = value === "" ? "" : (nameUntilSaved ?? nameOf(path, value, directory));
  const found = typed === null ? [] : findRecords(path, directory, typed, isFitting ?? (() => true));
  const newName = typed?.trim() ?? "";
  const options = [
    ...found.map(({ id, name }) => ({ key: id, words: name, take: () => choose(id) })),
    ...(typed === null
      ? []
      : [
          {
            key: "new",
            words: newName ? `Create “${newName}”…` : `Create a new ${nouns[path].singular}…`,
            take: () => {
              setTyped(null);
              create(path, { ...given, ...(hasName ? { name: newName } : {}) }, onChange);
            },
          },
        ]),
  ];
  const current = Math.min(active, options.length - 1);

  function choose(id: string) {
    onChange(id);
    setTyped(null);
    setActive(0);
  }

  function steer(event: KeyboardEvent) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (typed === null) setTyped("");
      else setActive((current + (event.key === "ArrowDown" ? 1 : options.length - 1)) % options.length);
    } else if (event.key === "Enter" && typed !== null) {
      event.preventDefault();
      options[current]?.take();
    } else if (event.key === "Escape" && typed !== null) {
      // Not also the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      setTyped(null);
    }
  }

  return (
    <div className="relative min-w-0">
      <Labelled {...labelled} problem={labelled.problem ?? error?.message}>
        {(wiring) => (
          <input
            {...wiring}
            ref={ref}
            role="combobox"
            aria-expanded={typed !== null}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={typed === null ? undefined : `${listId}-${current}`}
            autoComplete="off"
            placeholder={isPending ? "Loading…" : `Search ${nouns[path].plural}`}
            className={controlLook}
            value={typed ?? chosenName}
            onChange={(event) => {
              setTyped(event.target.value);
              setActive(0);
            }}
            onClick={(event) => {
              event.currentTarget.select();
              setTyped((before) => before ?? "");
            }}
            onKeyDown={steer}
            onBlur={() => {
              setTyped(null);
              onBlur?.();
            }}
          />
        )}
      </Labelled>
      {value !== "" && typed === null && (
        <button
          type="button"
          className="absolute top-6 right-0 flex size-10 cursor-pointer items-center justify-center text-muted hover:text-ink"
          aria-label={`Clear ${labelled.label}`}
          onClick={() => onChange("")}
        >
          <span aria-hidden="true">✕</span>
        </button>
      )}
      <ul
        id={listId}
        role="listbox"
        aria-label={labelled.label}
        hidden={typed === null}
        className="absolute inset-x-0 z-20 mt-1 max-h-64 overflow-auto rounded border border-edge bg-raised py-1 text-sm"
      >
        {options.map((option, index) => (
          <li
            key={option.key}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === current}
            ref={index === current ? (shown) => shown?.scrollIntoView({ block: "nearest" }) : undefined}
            className="cursor-pointer px-3 py-2 aria-selected:bg-curtain-wash aria-selected:text-curtain"
            // The control keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={option.take}
          >
            {option.words}
          </li>
        ))}
      </ul>
    </div>
  );
}
