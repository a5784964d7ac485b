"use client";

import { createContext, useContext, useMemo, type ReactNode } from "react";
import { recordShape, type RecordPart, type RecordShape } from "@/components/records/form/record-shape";
import type { ResourcePath, Shapes } from "@/lib/resources/resource-views.browser";

const ShapesContext = createContext<Shapes | null>(null);

/** Provides the forms and lists that the server derived from the API's schemas. */
export function ShapesProvider({ shapes, children }: { shapes: Shapes; children: ReactNode }) {
  return <ShapesContext value={shapes}>{children}</ShapesContext>;
}

/** @throws Error outside the dashboard, whose layout has the provider. */
export function useShapes(): Shapes {
  const shapes = useContext(ShapesContext);
  if (!shapes) throw new Error("A form or list of records needs a ShapesProvider: app/dashboard/layout.tsx.");
  return shapes;
}

/** The form for records of a resource, or for a part of them. */
export function useRecordShape(path: ResourcePath, part?: RecordPart): RecordShape {
  const shapes = useShapes();
  return useMemo(() => recordShape(path, shapes[path], part), [path, part, shapes]);
}
