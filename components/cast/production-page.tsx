"use client";

import dynamic from "next/dynamic";

/** Loaded apart, because all resources share one page, and only productions have a cast. */
export const ProductionPage = dynamic(() => import("./edit-production").then(({ EditProduction }) => EditProduction));
