"use client";

import { createContext, useContext } from "react";
import type { ResourcePath } from "@/lib/resources/nouns";
import type { Values } from "./record-shape";

/** Makes a record that is missing, without leaving the page; `use` gets its id. */
export type CreateRecord = (path: ResourcePath, given: Values, use: (id: string) => void) => void;

export const CreationContext = createContext<CreateRecord>(() => undefined);

export function useCreate(): CreateRecord {
  return useContext(CreationContext);
}
