"use client";

import dynamic from "next/dynamic";
import { useRef } from "react";
import type { FormRecord } from "@/components/record-form/record-shape";
import { useInView } from "@/components/ui/use-in-view";
import type { ResourcePath } from "@/lib/resources/nouns";

const RelatedSections = dynamic(() => import("./related-sections").then((loaded) => loaded.RelatedSections), {
  ssr: false,
});

/** The related records of a page, with their code, once they are nearly in view: below a long cast few go there. */
export function RelatedInView({ path, record }: { path: ResourcePath; record: FormRecord }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useInView(place, "600px");
  return <div ref={place}>{isNear && <RelatedSections path={path} record={record} />}</div>;
}
