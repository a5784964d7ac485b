import "server-only";
import { AppError } from "../errors.ts";

const retrySeconds = 2;

/** The 503 when a password can't be checked now; it reveals nothing about the password. */
export function tooBusy(): AppError {
  return new AppError("unavailable", {
    message: "Too many passwords are being checked. Try again in a few seconds.",
    headers: { "Retry-After": String(retrySeconds) },
  });
}
