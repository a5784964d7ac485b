import Link from "next/link";
import { buttonClass } from "./button";

/** The way on where a session has ended: to the sign-in, and back to this page. Only rendered in a browser. */
export function SignInAgain() {
  return (
    <Link
      href={`/sign-in?callbackUrl=${encodeURIComponent(location.pathname + location.search)}`}
      prefetch={false}
      data-keeps-draft
      className={`mt-3 ${buttonClass("quiet")}`}
    >
      Sign in again
    </Link>
  );
}
