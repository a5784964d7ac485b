"use client";

import { createContext, useContext } from "react";
import type { ResourcePath } from "@/lib/resources/nouns";
import type { Values } from "./record-shape";

/** Makes a record that is missing, without leaving the page; `use` gets its id. */
export type Create = (path: ResourcePath, given: Values, use: (id: string) => void) => void;

export const CreationContext = createContext<Create>(() => undefined);

export function useCreate(): Create {
  return useContext(CreationContext);
}
