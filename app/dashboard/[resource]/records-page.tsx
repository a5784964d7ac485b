import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { requirePagePermission } from "@/app/session";
import { AppError } from "@/lib/core/errors";
import { capitalised } from "@/lib/records/terms.browser";
import { isPath, resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";

/** The resource in a page's address, for staff. @param below the rest of the address. */
export async function requireResource(resource: string, below = ""): Promise<ResourcePath> {
  await requirePagePermission(`/dashboard/${resource}${below}`, "editRecords");
  if (!isPath(resource)) throw new AppError("not_found");
  return resource;
}

/** @param titleOf the title from the words for the resource. */
export async function resourceMetadata(
  params: Promise<{ resource: string }>,
  titleOf: (resource: (typeof resourceViews)[ResourcePath]) => string,
): Promise<Metadata> {
  const { resource } = await params;
  return { title: isPath(resource) ? titleOf(resourceViews[resource]) : "Page not found" };
}

interface Props {
  path: ResourcePath;
  title: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page below the list of a resource, with the way back to it. */
export function RecordsPage({ path, title, actions, children }: Props) {
  return (
    <>
      <p className="text-sm text-muted">
        <Link href={`/dashboard/${path}`} prefetch={false} className="underline underline-offset-4">
          {capitalised(resourceViews[path].plural)}
        </Link>
      </p>
      <div className="mt-1 mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="work-title">{title}</h1>
        <div className="flex flex-wrap items-center gap-2 empty:hidden">{actions}</div>
      </div>
      {children}
    </>
  );
}
