"use client";

import { createContext, useContext, type ReactNode } from "react";

/** Who works here. What they may do is asked of the server each time; this is for what to show. */
export interface CurrentStaff {
  id: string;
  name: string;
  isAdministrator: boolean;
}

const StaffContext = createContext<CurrentStaff>({ id: "", name: "", isAdministrator: false });

export function useCurrentStaff(): CurrentStaff {
  return useContext(StaffContext);
}

export function CurrentStaffProvider({ staff, children }: { staff: CurrentStaff; children: ReactNode }) {
  return <StaffContext value={staff}>{children}</StaffContext>;
}
