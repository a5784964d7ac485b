import "server-only";
import { AppError } from "../errors.ts";

const retrySeconds = 2;

/** The 503 for a password that is not looked at now; it says nothing about the password. */
export function tooBusy(): AppError {
  return new AppError("unavailable", {
    message: "Too many passwords are being checked at the moment. Try again in a few seconds.",
    headers: { "Retry-After": String(retrySeconds) },
  });
}
