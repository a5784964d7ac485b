import type { Metadata } from "next";
import { pageInfrastructure } from "@/app/page-infrastructure";
import { answerWith } from "@/app/public-page";
import type { SearchParams } from "@/app/session";
import { wholeHead, wholePage } from "@/app/whole-page";
import { detailsShape, recordShape } from "@/components/records/form/record-shape";
import { SuggestForm } from "@/components/records/suggestions/suggest-form";
import { AppError, retryAfterSeconds } from "@/lib/core/errors";
import { nameRecord } from "@/lib/records/terms.browser";
import { isPath, resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { shapes } from "@/lib/resources/shapes";
import { formRefusals, type FormRefusal } from "@/lib/suggestions/terms.browser";

export const generateMetadata = wholeHead(async ({ searchParams }: Props): Promise<Metadata> => {
  await recordToCorrect(searchParams);
  return { title: "Suggest a correction", robots: { index: false } };
});

interface Props {
  searchParams: SearchParams;
}

const refusals: Readonly<Record<FormRefusal, string>> = {
  invalid: "Please correct the marked fields.",
  size: "It is too long. Please shorten it to some 3,000 characters.",
  limit: "You have sent five suggestions today. Please send more after midnight UTC.",
  later: "We can’t store it at the moment. Please try again in a few seconds.",
  trap: "It looked as if a program had filled in the form. Please type it yourself.",
};

/** A form about one record, for anyone: `/suggest?resource=shows&id=hamilton&field=booking_until`. */
export default wholePage(async function SuggestPage({ searchParams }: Props) {
  const { field, refused, problems } = await searchParams;
  const about = await recordToCorrect(searchParams);
  const { resource, id } = about;
  const chosen = about.fields.find(({ name }) => name === field);
  const refusal = formRefusals.find((one) => one === refused);
  if (refusal === "later") answerWith(503, { "Retry-After": retryAfterSeconds });
  const present = chosen && about.present(chosen.name);
  return (
    <div className="page-width max-w-[680px] py-10 sm:py-14">
      <h1 className="text-4xl font-semibold">Suggest a correction</h1>
      <p className="mt-4 text-lg">
        For the {resourceViews[resource].singular} <bdi className="font-semibold">{about.name}</bdi>
        {chosen && present !== undefined && (
          <>
            , where “{chosen.label}” now says <bdi className="font-semibold break-words">{present}</bdi>
          </>
        )}
        .
      </p>
      <p className="mt-3 text-muted">
        Staff check each suggestion against its source before they change anything. After you send it you get an address
        where you can see our answer. Nothing that you write is published.
      </p>
      {refusal && (
        <p role="alert" className="mt-6 rounded border border-curtain bg-curtain-wash p-4">
          Nothing was sent. {refusals[refusal]} To get back what you typed, use your browser’s Back button.
        </p>
      )}
      <SuggestForm
        resource={resource}
        id={id}
        field={chosen?.name ?? ""}
        fields={about.fields.map(({ name, label }) => [name, label])}
        problems={typeof problems === "string" ? problems.split(",") : []}
      />
    </div>
  );
});

/** @throws AppError 404 when there is no such record. */
async function recordToCorrect(searchParams: SearchParams) {
  const { resource: path, id } = await searchParams;
  if (typeof path !== "string" || !isPath(path) || typeof id !== "string") throw new AppError("not_found");
  const { catalogue, readVersions } = await pageInfrastructure();
  await catalogue.reach((await readVersions())?.data ?? null);
  const find = (one: ResourcePath, wanted: string) => catalogue.row(one, wanted)?.record;
  const record = find(path, id);
  if (!record) throw new AppError("not_found");
  const fields = [...recordShape(path, shapes[path]).fields, ...detailsShape(path, shapes[path]).fields];
  return {
    resource: path,
    id,
    name: nameRecord(resourceViews, path, record, find),
    fields,
    /** The value of a field of the record; undefined where it is no text, and for the details. */
    present(name: string): string | undefined {
      const value = record[name];
      const shape = fields.find((one) => one.name === name);
      const other = shape?.kind === "reference" ? find(shape.to, String(value)) : undefined;
      if (shape?.kind === "reference" && other) return nameRecord(resourceViews, shape.to, other, find);
      if (value === null) return "nothing";
      return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
    },
  };
}
