import type { Metadata } from "next";
import Link from "next/link";
import { cache } from "react";
import { pageInfrastructure } from "@/app/page-infrastructure";
import { recordIdOf } from "@/app/public-page";
import { requestOrigin } from "@/app/service-origin";
import { wholeHead, wholePage } from "@/app/whole-page";
import { DateTime } from "@/components/ui/date-time";
import { AppError } from "@/lib/core/errors";
import { findSuggestion } from "@/lib/suggestions/queries";
import type { SuggestionStatus } from "@/lib/suggestions/schema.browser";

export const generateMetadata = wholeHead(async ({ params }: Props): Promise<Metadata> => {
  await suggestionOf(await recordIdOf(params));
  return { title: "Your suggestion", robots: { index: false } };
});

interface Props {
  params: Promise<{ id: string }>;
}

const suggestionOf = cache(async (id: string) => {
  const { database } = await pageInfrastructure();
  const found = await findSuggestion(database.prisma, id);
  if (!found) throw new AppError("not_found");
  return found;
});

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
export default wholePage(async function SuggestionPage({ params }: Props) {
  const id = await recordIdOf(params);
  const { state, answered_at, reason } = await suggestionOf(id);
  const { title, text } = texts[state];
  return (
    <div className="page-width page-text py-10 sm:py-14">
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
});
