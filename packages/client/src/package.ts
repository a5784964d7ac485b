// What a program imports from the package.
export type * from "./api.d.ts";
export * from "./client.ts";
export * from "./copy.ts";
export { ApiError } from "./errors.ts";
