import Link from "next/link";
import { firstKeyPath, newKeyPath } from "@/components/layout/new-key-path";
import { buttonClass } from "@/components/ui/button";

interface Props {
  isSignedIn: boolean;
  isSignUpOpen: boolean;
  /** Requests per day. */
  keyLimit: number;
}

/** The way to a key, and to the documentation. */
export function KeyLink({ isSignedIn, isSignUpOpen, keyLimit }: Props) {
  const signInPath = `/sign-in?callbackUrl=${encodeURIComponent(newKeyPath)}`;
  const needsAccount = !isSignedIn && isSignUpOpen;
  return (
    <div className="mt-6">
      <div className="flex flex-wrap gap-3">
        <Link
          href={isSignedIn ? newKeyPath : isSignUpOpen ? firstKeyPath : signInPath}
          prefetch={false}
          className={buttonClass("primary")}
        >
          {isSignedIn ? "Create a key" : "Get a free key"}
        </Link>
        <Link href="/docs" prefetch={false} className={buttonClass("quiet")}>
          Read the docs
        </Link>
      </div>
      <p className="mt-3 text-sm text-muted">
        {keyLimit.toLocaleString("en-GB")} requests a day with a key.
        {needsAccount && " An email address and a password are enough."}
      </p>
    </div>
  );
}
