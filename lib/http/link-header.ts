import "server-only";
import { statusAnchor } from "../docs/reference/schema.browser.ts";

/** Adds a link to those of the response, in one header (RFC 8288 §3.5). */
export function addLink(headers: Record<string, string>, link: string): void {
  headers["Link"] = headers["Link"] === undefined ? link : `${headers["Link"]}, ${link}`;
}

/**
 * The link of a refusal to its section in the guide to errors (contract §25).
 *
 * @param status of 400 or more.
 */
export function helpLink(status: number): string {
  return `</docs/guides/errors#${statusAnchor(status)}>; rel="help"`;
}
