"use client";

import { createContext, useContext, type ReactNode } from "react";

/** Who works here. What they may do is asked of the server each time; this is for what to show. */
export interface Staff {
  id: string;
  name: string;
  isAdministrator: boolean;
}

const StaffContext = createContext<Staff>({ id: "", name: "", isAdministrator: false });

export function useStaff(): Staff {
  return useContext(StaffContext);
}

export function StaffProvider({ staff, children }: { staff: Staff; children: ReactNode }) {
  return <StaffContext value={staff}>{children}</StaffContext>;
}
