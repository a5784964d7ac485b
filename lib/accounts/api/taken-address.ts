import "server-only";
import { AppError } from "../../core/errors.ts";

/** The 409 for an email address that has an account. */
export function takenAddress(): AppError {
  return new AppError("conflict", { message: "An account with this email address already exists." });
}
