import type { Metadata } from "next";
import { FoundKeyForm } from "@/components/keys/found-key-form";
import { NeedsScript } from "@/components/ui/needs-script";

export const metadata: Metadata = {
  title: "Found a key",
  description: "You found an API key of Theatre Listings where it should not be? Revoke it here, without an account.",
  alternates: { canonical: "/developers/found-a-key" },
  // Unlike the pages beside it, it is for everybody.
  robots: { index: true },
};

/** For everybody: who finds a key has no account here, as a rule. */
export default function FoundKeyPage() {
  return (
    <div className="page-width max-w-[680px] py-10">
      <h1 className="text-4xl font-semibold">You found a key?</h1>
      <p className="mt-4 text-muted">
        A key in a public repository, a log or a chat is anybody’s. Paste it here and it stops at once, for good. Its
        owner is told that it was found, not by whom. You need no account.
      </p>
      <NeedsScript text='This form needs JavaScript. Without it, send {"key": "…"} as JSON with POST to /api/keys/found.' />
      <FoundKeyForm />
    </div>
  );
}
