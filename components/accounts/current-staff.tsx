"use client";

import { createContext, useContext, type ReactNode } from "react";
import type { Permission } from "@/lib/http/access/permissions.browser";

/** The signed-in staff account, for display only: the server checks permissions on each request. */
export interface CurrentStaff {
  id: string;
  name: string;
  permissions: readonly Permission[];
}

const StaffContext = createContext<CurrentStaff>({ id: "", name: "", permissions: [] });

export function useCurrentStaff(): CurrentStaff {
  return useContext(StaffContext);
}

/** Whether the signed-in account has a permission. What it may not do is not shown. */
export function useMay(permission: Permission): boolean {
  return useCurrentStaff().permissions.includes(permission);
}

export function CurrentStaffProvider({ staff, children }: { staff: CurrentStaff; children: ReactNode }) {
  return <StaffContext value={staff}>{children}</StaffContext>;
}
