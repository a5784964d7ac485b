"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { late } from "@/components/ui/late";
import { Skeleton } from "@/components/ui/skeleton";

/** Loaded apart, because all resources share one page, and only productions have a cast. */
export const ProductionPage = dynamic(() => import("./edit-production").then(({ EditProduction }) => EditProduction));

const loading = <Skeleton shape="chart" lines={3} label="Loading credits…" />;
const Credits = late(() => import("./bars/dashboard-charts"), "Credits", loading);

/** A person's credits over time behind their title; they load when it is opened. */
export function FoldedCredits({ personId }: { personId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="mt-8" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="cursor-pointer py-1 text-sm font-semibold">Credits over time</summary>
      {isOpen && (
        <div className="mt-2">
          <Credits personId={personId} />
        </div>
      )}
    </details>
  );
}
