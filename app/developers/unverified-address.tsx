import Link from "next/link";
import { prefetch } from "@/app/prefetch";
import { ownAccount } from "@/lib/accounts/schema";
import { ownAccountRoute } from "@/lib/portal/account-route";

/** Says that the reader's address is not confirmed yet, and where to get another link. Otherwise nothing. */
export async function UnverifiedAddress() {
  const { "/account": answer } = await prefetch({ "/account": ownAccountRoute });
  const account = ownAccount.safeParse(answer?.body).data;
  if (account?.verified !== false) return null;
  return (
    <p role="note" className="mb-8 rounded border border-gilt p-4 break-words">
      Your email address {account.email} is not confirmed. Use the link in your email, or{" "}
      <Link href="/developers/account" prefetch={false} className="underline underline-offset-4">
        get a new one
      </Link>
      .
    </p>
  );
}
