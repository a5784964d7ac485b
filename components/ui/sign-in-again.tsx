import Link from "next/link";
import { buttonClass } from "./button";

/** A link to sign in and return to this page. Client-only, because it reads `location`. */
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
