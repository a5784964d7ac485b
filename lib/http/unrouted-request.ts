import "server-only";
import { AppError } from "../core/errors.ts";
import type { Route } from "./route.ts";

/** Requests outside `/api` that no route matches and that must not reach Next: malformed ones, CONNECT, unknown files. */
export const unroutedRequest: Route = {
  path: "",
  name: "outside",
  isMetered: false,
  operations: {
    GET: {
      handle: () => {
        throw new AppError("not_found");
      },
    },
  },
};
