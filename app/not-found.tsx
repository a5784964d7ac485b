import type { Metadata } from "next";
import Link from "next/link";
import { buttonLook } from "@/components/ui/button";

export const metadata: Metadata = { title: "No such page" };

export default function NotFoundPage() {
  return (
    <div className="page-width max-w-[680px] py-16">
      <h1 className="text-4xl font-semibold">There is no page here</h1>
      <p className="mt-4 text-muted">
        The address may be mistyped, or the page has moved. If you were calling the API: everything it offers stands
        under <code className="font-mono text-ink">/api</code>, for example{" "}
        <code className="font-mono text-ink">/api/shows</code>.
      </p>
      <p className="mt-8 flex flex-wrap gap-3">
        <Link href="/" className={buttonLook("primary")}>
          To the front page
        </Link>
        <a href="/api/openapi.json" className={buttonLook("quiet")}>
          What the API offers
        </a>
      </p>
    </div>
  );
}
