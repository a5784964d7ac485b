"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Skeleton } from "@/components/ui/skeleton";

const TheatreMap = dynamic(() => import("./theatre-map").then(({ TheatreMap }) => TheatreMap), {
  ssr: false,
  loading: () => <Skeleton shape="cards" lines={2} label="Loading the map…" />,
});

/** The map behind its title; loads when it is opened. @param selectedId a theatre to point out. */
export function FoldedMap({ selectedId }: { selectedId?: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="mt-8" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="cursor-pointer py-1 text-sm font-semibold">
        {selectedId === undefined ? "Map of the theatres" : "On the map"}
      </summary>
      {isOpen && (
        <div className="mt-2">
          <TheatreMap selectedId={selectedId} />
        </div>
      )}
    </details>
  );
}
