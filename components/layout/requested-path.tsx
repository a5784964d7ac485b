"use client";

import { usePathname } from "next/navigation";
import { RequestLine } from "./request-line";

/** The address that leads nowhere, as it was asked for. */
export function RequestedPath() {
  return <RequestLine label="Requested address" text={usePathname()} />;
}
