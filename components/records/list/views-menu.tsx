"use client";

import { Bookmark, Pencil, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useState, type MouseEvent, type ReactNode, useMemo, useSyncExternalStore } from "react";
import { useCurrentStaff } from "@/components/accounts/current-staff";
import { Button } from "@/components/ui/button";
import { DropDown } from "@/components/ui/drop-down";
import { useToast } from "@/components/ui/toasts";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { renameView, viewsKey, withView, type SavedView, parseViews } from "./saved-views";

const ViewNameDialog = dynamic(() => import("./view-name-dialog").then((loaded) => loaded.ViewNameDialog), {
  ssr: false,
});

interface Props {
  path: ResourcePath;
  /** The list's present state as a query string. */
  query: string;
  /** Shows the state of a query string. */
  show(query: string): void;
}

/** The views that this person has saved in this browser. */
export function ViewsMenu({ path, query, show }: Props) {
  const { views, store } = useSavedViews(viewsKey(useCurrentStaff().id, path));
  const [naming, setNaming] = useState<{ present?: string } | null>(null);
  const say = useToast();
  const all: SavedView = { name: `All ${resourceViews[path].plural}`, query: "" };
  const current = query === "" ? undefined : views.find((view) => view.query === query);

  function name(given: string): boolean {
    const from = naming?.present;
    return store(from === undefined ? withView(views, { name: given, query }) : renameView(views, from, given));
  }

  function remove(view: SavedView) {
    store(views.filter((one) => one !== view));
    say({
      text: `View “${view.name}” deleted.`,
      action: { label: "Undo", run: () => store(views) },
      about: viewsKey("", path),
    });
  }

  return (
    <>
      <DropDown
        label={
          <>
            <Bookmark aria-hidden="true" className="size-4" />
            <span className="max-w-48 truncate">{current ? current.name : "Views"}</span>
          </>
        }
        name={current ? `Views: ${current.name}` : "Views"}
      >
        <ul aria-label="Saved views" className="grid gap-1">
          {[all, ...views].map((view) => (
            <li key={view === all ? "" : view.name} className="flex items-center gap-1">
              <ViewLink view={view} isCurrent={view.query === query} show={show} />
              {view !== all && (
                <>
                  <IconButton label={`Rename ${view.name}`} onClick={() => setNaming({ present: view.name })}>
                    <Pencil aria-hidden="true" className="size-4" />
                  </IconButton>
                  <IconButton label={`Delete ${view.name}`} onClick={() => remove(view)}>
                    <Trash2 aria-hidden="true" className="size-4" />
                  </IconButton>
                </>
              )}
            </li>
          ))}
        </ul>
        <Button data-closes onClick={() => setNaming({})}>
          Save view…
        </Button>
        <p className="text-muted">Saved on this device</p>
      </DropDown>
      {naming && (
        <ViewNameDialog
          title={naming.present === undefined ? "Save view" : "Rename view"}
          views={views}
          {...naming}
          onName={name}
          onDismiss={() => setNaming(null)}
        />
      )}
    </>
  );
}

/** A link, so that a view can be opened in another tab and its address copied. */
function ViewLink({ view, isCurrent, show }: { view: SavedView; isCurrent: boolean; show(query: string): void }) {
  function follow(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(view.query);
  }
  return (
    <a
      href={`?${view.query}`}
      data-closes
      aria-current={isCurrent ? "true" : undefined}
      className="flex min-h-8 min-w-0 grow items-center rounded px-2 hover:bg-sunken aria-[current=true]:bg-curtain-wash aria-[current=true]:font-semibold aria-[current=true]:text-curtain"
      onClick={follow}
    >
      <span className="max-w-64 truncate">{view.name}</span>
    </a>
  );
}

interface IconButtonProps {
  label: string;
  children: ReactNode;
  onClick(): void;
}

function IconButton({ label, children, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      data-closes
      className="grid size-8 shrink-0 cursor-pointer place-items-center rounded text-muted hover:bg-sunken hover:text-ink"
      onClick={onClick}
    >
      {children}
    </button>
  );
}

/** The views stored under a key, in all tabs of this browser. */
function useSavedViews(key: string) {
  const stored = useSyncExternalStore(
    subscribe,
    () => readItem(key),
    () => null,
  );
  const views = useMemo(() => parseViews(stored), [stored]);

  /** @returns false when the browser refuses to store them. */
  function store(changed: readonly SavedView[]): boolean {
    try {
      localStorage.setItem(key, JSON.stringify(changed));
    } catch {
      return false;
    }
    // Browsers tell other tabs only.
    window.dispatchEvent(new StorageEvent("storage", { key }));
    return true;
  }

  return { views, store };
}

function subscribe(notify: () => void): () => void {
  window.addEventListener("storage", notify);
  return () => window.removeEventListener("storage", notify);
}

function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
