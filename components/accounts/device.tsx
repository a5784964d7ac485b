import { describeDevice } from "@/lib/accounts/sign-in/device.browser";

/** A browser and its system by name, with the whole `User-Agent` on hover. Other programs name themselves. */
export function Device({ userAgent }: { userAgent: string }) {
  const name = userAgent.startsWith("Mozilla/") ? describeDevice(userAgent) : null;
  return <span title={name === null ? undefined : userAgent}>{name ?? userAgent}</span>;
}
