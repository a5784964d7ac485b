import type { Metadata } from "next";
import Link from "next/link";
import { buttonLook } from "@/components/ui/button";

export const metadata: Metadata = { title: "Not for this account" };

export default function ForbiddenPage() {
  return (
    <div className="page-width max-w-[680px] py-16">
      <h1 className="text-4xl font-semibold">This is for staff</h1>
      <p className="mt-4 text-muted">
        You are signed in with a developer account. The dashboard needs the role editor or admin; an administrator can
        give it.
      </p>
      <p className="mt-8 flex flex-wrap gap-3">
        <Link href="/developers" className={buttonLook("primary")}>
          To your account
        </Link>
        <Link href="/" className={buttonLook("quiet")}>
          To the front page
        </Link>
      </p>
    </div>
  );
}
