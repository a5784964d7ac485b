"use client";

import { createContext, useContext, useMemo, type ReactNode } from "react";
import { recordShape, type RecordShape } from "@/components/record-form/record-shape";
import type { ResourcePath, Shapes } from "@/lib/resources/nouns";

const ShapesContext = createContext<Shapes | null>(null);

/** Hands on what the server derived from the schemas of the API. */
export function ShapesProvider({ shapes, children }: { shapes: Shapes; children: ReactNode }) {
  return <ShapesContext value={shapes}>{children}</ShapesContext>;
}

/** @throws Error outside the dashboard, whose layout provides them. */
export function useShapes(): Shapes {
  const shapes = useContext(ShapesContext);
  if (!shapes) throw new Error("A form or list of records needs a ShapesProvider: app/dashboard/layout.tsx.");
  return shapes;
}

/** The form of a noun's records. */
export function useRecordShape(path: ResourcePath): RecordShape {
  const shapes = useShapes();
  return useMemo(() => recordShape(path, shapes[path]), [path, shapes]);
}
