import type { Metadata } from "next";
import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { may } from "@/lib/access/permissions";
import { currentSession } from "./session";

export const metadata: Metadata = { title: "No access" };

export default async function ForbiddenPage() {
  const session = await currentSession();
  const isStaff = session !== null && may(session, "editRecords");
  return (
    <div className="page-width max-w-[680px] py-16">
      <h1 className="text-4xl font-semibold">{isStaff ? "Administrators only" : "Staff only"}</h1>
      <p className="mt-4 text-muted">
        {isStaff
          ? "You need the administrator role. Ask an administrator."
          : "You need an editor or administrator role. Ask an administrator."}
      </p>
      <p className="mt-8 flex flex-wrap gap-3">
        <Link href={isStaff ? "/dashboard" : "/developers"} className={buttonClass("primary")}>
          {isStaff ? "Go to the overview" : "Go to your account"}
        </Link>
        <Link href="/" className={buttonClass("quiet")}>
          Go to the home page
        </Link>
      </p>
    </div>
  );
}
