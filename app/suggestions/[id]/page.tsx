import type { Metadata } from "next";
import Link from "next/link";
import { cache } from "react";
import { pageInfrastructure } from "@/app/page-infrastructure";
import { recordIdOf } from "@/app/public-page";
import { recordToCorrect } from "@/app/record-facts";
import { requestOrigin } from "@/app/service-origin";
import { wholeHead, wholePage } from "@/app/whole-page";
import { CopyButton } from "@/components/ui/copy-button";
import { DateTime } from "@/components/ui/date-time";
import { AppError } from "@/lib/core/errors";
import { isPath, resourceViews } from "@/lib/resources/resource-views.browser";
import { findSuggestion } from "@/lib/accounts/suggestions/suggestion-queries";
import type { SuggestionStatus } from "@/lib/accounts/suggestions/schema.browser";

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
  accepted: { title: "Thank you, this is done", text: "We have checked what you wrote." },
  declined: { title: "We did not make this correction", text: "Thank you for writing." },
  duplicate: { title: "Thank you, this is done", text: "Someone else suggested the same, and we have checked it." },
};

/** The answer to a suggestion, for its author, who alone knows the address. */
export default wholePage(async function SuggestionPage({ params }: Props) {
  const id = await recordIdOf(params);
  const found = await suggestionOf(id);
  const { state, answered_at, reason } = found;
  const { title, text } = texts[state];
  const path = isPath(found.resource) ? found.resource : null;
  const about = path && (await recordToCorrect(path, found.record_id));
  const field = about?.fields.find(({ name }) => name === found.field);
  const isDone = state === "accepted" || state === "duplicate";
  const address = `${await requestOrigin()}/suggestions/${encodeURIComponent(id)}`;
  return (
    <div className="page-width page-text py-10 sm:py-14">
      <h1 className="text-4xl font-semibold">{title}</h1>
      <p className="mt-4 text-lg">{text}</p>
      {about && path && (
        <p className="mt-4 text-lg break-words">
          {isDone && field
            ? null
            : `It is about ${field ? `“${field.label}” of ` : ""}the ${resourceViews[path].singular} `}
          {about.page === null ? (
            <bdi className="font-semibold">{about.name}</bdi>
          ) : (
            <Link href={about.page} prefetch={false} className="font-semibold underline underline-offset-4">
              <bdi>{about.name}</bdi>
            </Link>
          )}
          {isDone && field && (
            <>
              {" "}
              now says under “{field.label}”: <bdi className="font-semibold">{field.present}</bdi>
            </>
          )}
          .
        </p>
      )}
      {reason !== null && (
        <blockquote className="mt-4 border-l-4 border-edge pl-4 whitespace-pre-line">{reason}</blockquote>
      )}
      {answered_at && (
        <p className="mt-4 text-sm text-muted">
          Answered on <DateTime at={answered_at.toISOString()} look="day" />
        </p>
      )}
      {state === "received" && (
        <div className="mt-6 flex flex-wrap items-center gap-3 rounded border border-line bg-raised p-4">
          <p className="min-w-0 grow font-mono text-sm break-all">{address}</p>
          <CopyButton text={address} label="Copy the address of this page" />
        </div>
      )}
    </div>
  );
});
