import type { Metadata } from "next";
import Link from "next/link";
import { requireSession } from "@/app/session";
import { buttonLook } from "@/components/ui/button";
import { infrastructure } from "@/lib/running";

export const metadata: Metadata = { title: "Developers" };

const number = new Intl.NumberFormat("en-GB");

export default async function DevelopersPage() {
  const { email, name, role } = await requireSession("/developers");
  const { settings } = await infrastructure();
  return (
    <div className="page-width max-w-[680px] py-16">
      <h1 className="text-4xl font-semibold">{name ? `Hello, ${name}` : "Developers"}</h1>
      <p className="mt-4 text-muted">
        Signed in as <span className="text-ink">{email}</span>. Calls from this browser have a limit of{" "}
        {number.format(settings.ACCOUNT_DAILY_LIMIT)} a day; an API key has {number.format(settings.KEY_DAILY_LIMIT)}.
      </p>
      <p className="mt-8 flex flex-wrap gap-3">
        <a href="/api/openapi.json" className={buttonLook("primary")}>
          What the API offers
        </a>
        {role !== "developer" && (
          <Link href="/dashboard" className={buttonLook("quiet")}>
            Dashboard
          </Link>
        )}
      </p>
    </div>
  );
}
