import type { Metadata } from "next";
import { headers } from "next/headers";
import { RequestedPath } from "@/components/layout/requested-path";
import { RequestLine } from "@/components/layout/request-line";
import { NextSteps } from "@/components/layout/next-steps";

export const metadata: Metadata = { title: "Page not found" };

export default async function NotFoundPage() {
  const requestId = (await headers()).get("x-request-id");
  return (
    <div className="page-width page-text py-16">
      <h1 className="text-4xl font-semibold">Page not found</h1>
      <p className="mt-4 text-muted">
        Check the address, or the page may have moved. If you were calling the API, its endpoints are under{" "}
        <code className="font-mono text-ink">/api</code>, for example{" "}
        <code className="font-mono text-ink">/api/shows</code>.
      </p>
      <RequestedPath />
      {requestId && <RequestLine label="Request ID" text={requestId} />}
      <NextSteps areAllThereIs />
    </div>
  );
}
