"use client";

import { createContext, useContext, useState, type ReactNode } from "react";
import type { ExampleCall } from "@/lib/docs/code/schema.browser";

type AskedCall = readonly [call: ExampleCall | null, ask: (call: ExampleCall | null) => void];

const AskedCallContext = createContext<AskedCall>([null, () => undefined]);

/** Lets the sample beside a form show the reader's own request; null while that is the sample's. */
export function AskedCallProvider({ children }: { children: ReactNode }) {
  return <AskedCallContext value={useState<ExampleCall | null>(null)}>{children}</AskedCallContext>;
}

export function useAskedCall(): AskedCall {
  return useContext(AskedCallContext);
}
