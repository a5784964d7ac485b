import "server-only";
import type { Metadata } from "next";
import { headers } from "next/headers";
import Link from "next/link";
import type { ReactNode } from "react";
import { answerWith, missingHead } from "@/app/public-page";
import { NextSteps } from "@/components/layout/next-steps";
import { RequestLine } from "@/components/layout/request-line";
import { buttonClass } from "@/components/ui/button";
import { may } from "@/lib/http/access/permissions.browser";
import { lacksSecondFactor } from "@/lib/http/access/staff";
import { log } from "@/lib/core/log";
import { databaseErrorToAppError } from "@/lib/db/errors";
import NotFoundPage from "./not-found";
import { pageSettings } from "./page-infrastructure";
import { currentSession } from "./session";

const endings: Readonly<Partial<Record<number, () => Promise<ReactNode>>>> = {
  403: NoAccess,
  404: NotFoundPage,
  503: UnavailablePage,
};

/**
 * A page that is whole without scripts when it is refused too. What Next renders for `notFound()`, `forbidden()` and an
 * error is empty until its scripts have run. So the page throws the `AppError` of its status, and one that can't reach
 * the database is a 503.
 */
export function wholePage<Props>(render: (props: Props) => Promise<ReactNode>) {
  return async function WholePage(props: Props): Promise<ReactNode> {
    try {
      return await render(props);
    } catch (error) {
      const refusal = databaseErrorToAppError(error);
      const Ending = endings[refusal?.status ?? 0];
      if (!refusal || !Ending) throw error;
      if (refusal.cause !== undefined)
        log.error({ err: refusal.cause, request_id: await requestId() }, refusal.message);
      answerWith(refusal.status, refusal.details.headers);
      return <Ending />;
    }
  };
}

/** The head of such a page. */
export function wholeHead<Props>(make: (props: Props) => Promise<Metadata>) {
  return (props: Props): Promise<Metadata> =>
    make(props).catch((error: unknown) => {
      const refusal = databaseErrorToAppError(error);
      if (!refusal) throw error;
      return refusal.status === 404 ? missingHead : { title: "Not available" };
    });
}

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
async function NoAccess() {
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

async function UnavailablePage() {
  const id = await requestId();
  return (
    <div className="page-width max-w-[680px] py-16" role="alert">
      <h1 className="text-4xl font-semibold">This page can’t be shown at the moment</h1>
      <p className="mt-4 text-muted">We can’t reach what it shows. Try again in a few seconds.</p>
      {id && <RequestLine label="Request ID" text={id} />}
      <p className="mt-8">
        {/* The same address again. */}
        <a href="" className={buttonClass("primary")}>
          Try again
        </a>
      </p>
      <NextSteps areAllThereIs={false} />
    </div>
  );
}

async function requestId(): Promise<string | null> {
  return (await headers()).get("x-request-id");
}
