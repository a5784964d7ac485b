import type { Metadata } from "next";
import Link from "next/link";
import { buttonLook } from "@/components/ui/button";
import { currentSession } from "./session";

export const metadata: Metadata = { title: "Not for this account" };

export default async function ForbiddenPage() {
  const isStaff = (await currentSession())?.role === "editor";
  return (
    <div className="page-width max-w-[680px] py-16">
      <h1 className="text-4xl font-semibold">This is for {isStaff ? "administrators" : "staff"}</h1>
      <p className="mt-4 text-muted">
        {isStaff
          ? "You are signed in as an editor. This page needs the role admin; an administrator can give it."
          : "You are signed in with a developer account. The dashboard needs the role editor or admin; an administrator can give it."}
      </p>
      <p className="mt-8 flex flex-wrap gap-3">
        <Link href={isStaff ? "/dashboard" : "/developers"} className={buttonLook("primary")}>
          {isStaff ? "To the overview" : "To your account"}
        </Link>
        <Link href="/" className={buttonLook("quiet")}>
          To the front page
        </Link>
      </p>
    </div>
  );
}
