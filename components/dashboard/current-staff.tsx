"use client";

import { createContext, useContext, type ReactNode } from "react";

/** The signed-in staff account, for display only: the server checks permissions on each request. */
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
