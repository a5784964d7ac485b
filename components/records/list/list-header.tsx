import { SlidersHorizontal } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { DropDown } from "@/components/ui/drop-down";
import { capitalised } from "@/lib/records/terms.browser";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";

interface Props {
  path: ResourcePath;
  /** On narrow screens, where search and filters are folded away. */
  folding: { isOpen: boolean; activeFilters: number; isNarrow: boolean; toggle(): void };
  /** The entries of the menu of further actions. */
  more: ReactNode;
}

/** A list's title and its actions: one primary, the others in a menu. */
export function ListHeader({ path, folding, more }: Props) {
  const { isOpen, activeFilters, isNarrow, toggle } = folding;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h1 className="work-title mr-auto min-w-0">{capitalised(resourceViews[path].plural)}</h1>
      <div className="flex items-center gap-2 max-sm:w-full">
        <Button
          className="sm:hidden"
          aria-expanded={isOpen}
          aria-controls="list-tools"
          data-shortcut={isNarrow && !isOpen ? "search" : undefined}
          onClick={toggle}
        >
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          {activeFilters > 0 ? `Filter (${activeFilters})` : "Filter"}
        </Button>
        <DropDown label={<span aria-hidden="true">⋯</span>} name="More actions" side={isNarrow ? "left" : "right"}>
          {more}
        </DropDown>
        <Link
          href={`/dashboard/${path}/new`}
          prefetch={false}
          className={`${buttonClass("primary")} max-sm:ml-auto max-sm:px-3`}
        >
          New {resourceViews[path].singular}
        </Link>
      </div>
    </div>
  );
}
