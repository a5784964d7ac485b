import type { Metadata } from "next";
import { FoundKeyForm } from "@/components/portal/keys/found-key-form";
import { NeedsScript } from "@/components/ui/needs-script";

export const metadata: Metadata = {
  title: "Found a key",
  description: "Found a Theatre Listings API key in public? Revoke it here. You don’t need an account.",
  alternates: { canonical: "/developers/found-a-key" },
  // Unlike the other portal pages, this one is indexed.
  robots: { index: true },
};

/** Open to everyone: people who find a key rarely have an account. */
export default function FoundKeyPage() {
  return (
    <div className="page-width page-text py-10">
      <h1 className="text-4xl font-semibold">Found an API key?</h1>
      <p className="mt-4 text-muted">
        Found a key in a public repository, log or chat? Paste it here and it stops working immediately. We tell its
        owner that it was found, not who reported it. You don’t need an account.
      </p>
      <NeedsScript text='You need JavaScript to use this form. Without it, send {"key": "…"} as JSON with POST to /api/keys/found.' />
      <FoundKeyForm />
    </div>
  );
}
