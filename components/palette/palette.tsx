"use client";

import Link from "next/link";
import { useDeferredValue, useId, useMemo, useState, type ComponentProps, type KeyboardEvent } from "react";
import { paths } from "@/lib/resources/nouns";
import { useDirectory } from "@/components/resource/use-directory";
import { Dialog } from "@/components/ui/dialog";
import { controlLook } from "@/components/ui/labelled";
import { goalsFor, type Role } from "./goals";

/** Finds any record, page or action by what is typed. */
export function Palette({ role, onDismiss }: { role: Role; onDismiss(): void }) {
  const { directory, isPending } = useDirectory(paths);
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const wanted = useDeferredValue(typed);
  const goals = useMemo(() => goalsFor(wanted, directory, role), [wanted, directory, role]);
  const current = Math.min(active, goals.length - 1);

  // As a click on a link: what is not saved is asked about.
  function go() {
    document.getElementById(`${listId}-${current}`)?.click();
  }

  function steer(event: KeyboardEvent) {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? goals.length - 1 : null;
    if (step !== null && goals.length > 0) setActive((current + step) % goals.length);
    else if (event.key === "Enter") go();
    else return;
    event.preventDefault();
  }

  return (
    <Dialog title="Go to" onDismiss={onDismiss}>
      <input
        role="combobox"
        aria-label="A record, page or action"
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={goals.length > 0 ? `${listId}-${current}` : undefined}
        autoComplete="off"
        autoFocus
        placeholder="Any name, or “new show”"
        className={controlLook}
        value={typed}
        onKeyDown={steer}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
        }}
      />
      <ul id={listId} role="listbox" aria-label="Where to go" className="h-64 overflow-auto text-sm">
        {goals.map(({ href, name, kind }, index) => (
          <li key={href} role="none" onPointerDown={(event) => event.preventDefault()}>
            <Way
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === current}
              ref={index === current ? (shown) => shown?.scrollIntoView({ block: "nearest" }) : undefined}
              href={href}
              tabIndex={-1}
              onClick={onDismiss}
              className="flex items-baseline justify-between gap-3 rounded px-3 py-2 aria-selected:bg-curtain-wash aria-selected:text-curtain"
            >
              <span className="min-w-0 truncate">{name}</span>
              <span className="text-muted">{kind}</span>
            </Way>
          </li>
        ))}
      </ul>
      <p role="status" className="text-sm text-muted">
        {isPending ? "Loading the records…" : goals.length === 0 ? "Nothing is called so." : ""}
      </p>
    </Dialog>
  );
}

/** What the API answers is no page of ours to step to. */
function Way({ href, ...rest }: ComponentProps<"a"> & { href: string }) {
  return href.startsWith("/api/") ? <a href={href} {...rest} /> : <Link href={href} prefetch={false} {...rest} />;
}
