import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { may } from "@/lib/access/permissions.browser";
import { lacksSecondFactor } from "@/lib/accounts/sign-in/staff";
import { pageSettings } from "./page-infrastructure";
import { currentSession } from "./session";

const editorsOnly = {
  title: "Administrators only",
  text: "You need the administrator role. Ask an administrator.",
  way: { href: "/dashboard", label: "Go to the overview" },
};
const staffOnly = {
  title: "Staff only",
  text: "You need an editor or administrator role. Ask an administrator.",
  way: { href: "/developers", label: "Go to your account" },
};
const factorNeeded = {
  title: "Add a second factor",
  text: "Your password alone is not enough for this account. Add an authenticator app or a passkey, then come back.",
  way: { href: "/developers/account#second-factors", label: "Add a second factor" },
};

/** Why the reader may not see a page, and where to go from there. */
export async function NoAccess() {
  const session = await currentSession();
  const { settings } = await pageSettings();
  const isFactorNeeded = session && lacksSecondFactor(session, settings);
  const isStaff = session !== null && may(session, "editRecords");
  const { title, text, way } = isFactorNeeded ? factorNeeded : isStaff ? editorsOnly : staffOnly;
  return (
    <div className="page-width page-text py-16">
      <h1 className="text-4xl font-semibold">{title}</h1>
      <p className="mt-4 text-muted">{text}</p>
      <p className="mt-8 flex flex-wrap gap-3">
        <Link href={way.href} className={buttonClass("primary")}>
          {way.label}
        </Link>
        <Link href="/" className={buttonClass("quiet")}>
          Go to the home page
        </Link>
      </p>
    </div>
  );
}
