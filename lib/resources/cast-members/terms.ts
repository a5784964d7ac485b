/** In the order in which a cast is listed. */
export const roleTypes = ["principal", "ensemble", "understudy", "swing", "standby", "alternate"] as const;
