import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { pageInfrastructure } from "@/app/page-infrastructure";
import { requestOrigin } from "@/app/service-origin";
import { DateTime } from "@/components/ui/date-time";
import { findSuggestion } from "@/lib/suggestions/queries";
import type { SuggestionStatus } from "@/lib/suggestions/schema.browser";

export const metadata: Metadata = { title: "Your suggestion", robots: { index: false } };

const texts: Readonly<Record<SuggestionStatus["state"], { title: string; text: string }>> = {
  received: {
    title: "Thank you, we have your suggestion",
    text: "Staff will check it against its source. Keep the address of this page: it will have our answer.",
  },
  accepted: { title: "We made this correction", text: "Thank you. The listings now say so." },
  declined: { title: "We did not make this correction", text: "Thank you for writing." },
  duplicate: {
    title: "We made this correction",
    text: "Thank you. Someone else suggested the same, and the listings now say so.",
  },
};

/** The answer to a suggestion, for its author, who alone knows the address. */
export default async function SuggestionPage({ params }: { params: Promise<{ id: string }> }) {
  const id = decodeURIComponent((await params).id);
  const { database } = await pageInfrastructure();
  const found = await findSuggestion(database.prisma, id);
  if (!found) notFound();
  const { state, answered_at, reason } = found;
  const { title, text } = texts[state];
  return (
    <div className="page-width max-w-[680px] py-10 sm:py-14">
      <h1 className="text-4xl font-semibold">{title}</h1>
      <p className="mt-4 text-lg">{text}</p>
      {reason !== null && (
        <blockquote className="mt-4 border-l-4 border-edge pl-4 whitespace-pre-line">{reason}</blockquote>
      )}
      {answered_at && (
        <p className="mt-4 text-sm text-muted">
          Answered on <DateTime at={answered_at.toISOString()} look="day" />
        </p>
      )}
      {state === "received" && (
        <p className="mt-6 rounded border border-line bg-raised p-4 font-mono text-sm break-all">
          {`${await requestOrigin()}/suggestions/${encodeURIComponent(id)}`}
        </p>
      )}
      <p className="mt-8">
        <Link href="/" prefetch={false} className="underline underline-offset-4">
          To the listings
        </Link>
      </p>
    </div>
  );
}
