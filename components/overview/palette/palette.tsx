import { useDeferredValue, useMemo, useState } from "react";
import { paths } from "@/lib/resources/resource-views.browser";
import { useAliasesEverywhere } from "@/components/records/directory/use-aliases-everywhere";
import { useDirectory } from "@/components/records/use-directory";
import { Combobox } from "@/components/ui/combobox";
import { Dialog } from "@/components/ui/dialog";
import { controlClass } from "@/components/ui/labelled";
import type { Permission } from "@/lib/access/permissions.browser";
import { commandsFor } from "./commands";

interface Props {
  permissions: readonly Permission[];
  onDismiss(): void;
}

/** Finds records, pages and actions by name. */
export function Palette({ permissions, onDismiss }: Props) {
  const { directory, isPending } = useDirectory(paths);
  const [typed, setTyped] = useState("");
  const wanted = useDeferredValue(typed);
  const { matches, isAsking } = useAliasesEverywhere(wanted);
  const goals = useMemo(
    () => commandsFor(wanted, directory, permissions, matches),
    [wanted, directory, permissions, matches],
  );
  const options = goals.map(({ href, name, kind }) => ({
    key: href,
    href,
    content: (
      <>
        <bdi className="min-w-0 truncate">{name}</bdi>
        <span className="text-muted">{kind}</span>
      </>
    ),
  }));
  return (
    <Dialog title="Go to" onDismiss={onDismiss}>
      <Combobox
        aria-label="Record, page or action"
        autoFocus
        placeholder="Search, or type “new show”"
        className={controlClass}
        value={typed}
        listLabel="Destinations"
        options={options}
        isLoading={wanted !== typed || (goals.length === 0 && isAsking)}
        onType={setTyped}
        onChoose={onDismiss}
      />
      <p role="status" className="text-sm text-muted">
        {isPending || (goals.length === 0 && isAsking) ? "Loading records…" : goals.length === 0 ? "No results" : ""}
      </p>
    </Dialog>
  );
}
