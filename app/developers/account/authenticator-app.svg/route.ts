import { generate } from "lean-qr";
import { toSvgSource } from "lean-qr/extras/svg";
import { pageAccount } from "@/app/page-infrastructure";
import { currentSession } from "@/app/session";
import { wholeFile } from "@/app/public-file";
import { isFreshSignIn } from "@/lib/http/access/permissions.browser";
import { appUri } from "@/lib/accounts/second-factors/code-queries";
import { readPendingSecret } from "@/lib/accounts/second-factors/factor-queries";

const noStore = { "Cache-Control": "no-store" };

/** The QR code of the authenticator app that waits for its first code, for its owner alone. */
export const GET = wholeFile(async () => {
  const session = await currentSession();
  const { database, sessionSecret, now } = await pageAccount();
  const isAllowed = session !== null && isFreshSignIn(session, now());
  const secret = isAllowed ? await readPendingSecret(database.prisma, session.accountId, sessionSecret) : null;
  if (!session || secret === null) return new Response("There is no such code.", { status: 404, headers: noStore });
  // Black on white with a margin of four modules (ISO/IEC 18004), in the dark theme too.
  const svg = toSvgSource(generate(appUri(secret, session.email)), { on: "#000", off: "#fff" });
  return new Response(svg, { headers: { ...noStore, "Content-Type": "image/svg+xml" } });
});
