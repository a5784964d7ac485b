import type { Metadata } from "next";
import { headers } from "next/headers";
import { AskedPath } from "@/components/layout/asked-path";
import { RequestLine } from "@/components/layout/request-line";
import { WaysOn } from "@/components/layout/ways-on";

export const metadata: Metadata = { title: "No such page" };

export default async function NotFoundPage() {
  const requestId = (await headers()).get("x-request-id");
  return (
    <div className="page-width max-w-[680px] py-16">
      <h1 className="text-4xl font-semibold">There is no page here</h1>
      <p className="mt-4 text-muted">
        The address may be mistyped, or the page has moved. If you were calling the API: everything it offers stands
        under <code className="font-mono text-ink">/api</code>, for example{" "}
        <code className="font-mono text-ink">/api/shows</code>.
      </p>
      <AskedPath />
      {requestId && <RequestLine label="Request id" text={requestId} />}
      <WaysOn areAllThereIs />
    </div>
  );
}
