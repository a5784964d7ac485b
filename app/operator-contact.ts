import "server-only";
import { pageSettings } from "@/app/page-infrastructure";
import { operatorContact } from "@/lib/docs/openapi/info";

/** How to reach the operator, as Markdown within a sentence: a link to an address, or to the page that has it. */
export async function contactInWords(): Promise<string> {
  const { settings } = await pageSettings();
  const contact = operatorContact(settings);
  if (contact === null) return "the operator of this service";
  return `[${contact.replace(/^mailto:|^https?:\/\//, "")}](${contact})`;
}
