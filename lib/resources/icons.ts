import "server-only";
import type { LucideIcon } from "lucide-react";
import { paths } from "./resource-views.browser.ts";

/** The icon of each resource by its path. Only the server loads their code; browsers get the shapes. */
export const icons: Readonly<Record<string, LucideIcon>> = Object.fromEntries(
  await Promise.all(
    paths.map(async (path) => [path, ((await import(`./${path}/icon.ts`)) as { icon: LucideIcon }).icon] as const),
  ),
);
