import type { Metadata } from "next";
import { recordToCorrect } from "@/app/record-facts";
import { answerWith } from "@/app/public-page";
import type { SearchParams } from "@/app/session";
import { wholeHead, wholePage } from "@/app/whole-page";
import { SuggestForm } from "@/components/records/suggestions/suggest-form";
import { AppError, retryAfterSeconds } from "@/lib/core/errors";
import { isPath, resourceViews } from "@/lib/resources/resource-views.browser";
import { formRefusals, type FormRefusal } from "@/lib/accounts/suggestions/terms.browser";

export const generateMetadata = wholeHead(async ({ searchParams }: Props): Promise<Metadata> => {
  await readAsked(searchParams);
  return { title: "Suggest a correction", robots: { index: false } };
});

interface Props {
  searchParams: SearchParams;
}

/** A form about one record, for anyone: `/suggest?resource=shows&id=hamilton&field=booking_until`. */
export default wholePage(async function SuggestPage({ searchParams }: Props) {
  const { id, field, refused, problems } = await searchParams;
  const { path, about, refusal } = await readAsked(searchParams);
  const chosen = about?.fields.find(({ name }) => name === field);
  if (refused === "later") answerWith(503, { "Retry-After": retryAfterSeconds });
  return (
    <div className="page-width page-text py-10 sm:py-14">
      <h1 className="text-4xl font-semibold">Suggest a correction</h1>
      {about && path && (
        <>
          <p className="mt-4 text-lg">
            For the {resourceViews[path].singular} <bdi className="font-semibold">{about.name}</bdi>
            {chosen && (
              <>
                , where “{chosen.label}” now says <bdi className="font-semibold break-words">{chosen.present}</bdi>
              </>
            )}
            .
          </p>
          <p className="mt-3 text-muted">
            Staff check each suggestion against its source before they change anything. After you send it you get an
            address where you can see our answer. Nothing that you write is published.
          </p>
        </>
      )}
      {refusal !== null && (
        <p role="alert" className="mt-6 rounded border border-curtain bg-curtain-wash p-4">
          Nothing was sent. {refusal} To get back what you typed, use your browser’s Back button.
        </p>
      )}
      {about && path && (
        <SuggestForm
          resource={path}
          id={String(id)}
          field={chosen}
          fields={about.fields}
          problems={typeof problems === "string" ? problems.split(",") : []}
        />
      )}
    </div>
  );
});

/** @throws AppError 404 when there is no such record. */
async function readAsked(searchParams: SearchParams) {
  const { resource, id, refused } = await searchParams;
  const refusal = typeof refused === "string" && isRefusal(refused) ? formRefusals[refused] : null;
  const path = typeof resource === "string" && isPath(resource) ? resource : null;
  const about = path && typeof id === "string" ? await recordToCorrect(path, id) : null;
  // The browser may not have said which page the refused form was on.
  if (!about && (refusal === null || path)) throw new AppError("not_found");
  return { path, about, refusal };
}

function isRefusal(name: string): name is FormRefusal {
  return Object.hasOwn(formRefusals, name);
}
