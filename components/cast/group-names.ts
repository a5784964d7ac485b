import type { RoleType } from "./cast";

export const groupNames: { readonly [T in RoleType]: string } = {
  principal: "principals",
  ensemble: "ensemble",
  understudy: "understudies",
  swing: "swings",
  standby: "standbys",
  alternate: "alternates",
};
