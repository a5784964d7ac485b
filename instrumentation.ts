/** Called once by Next when it starts, on every host. Invalid settings stop the start here as they do on our own server. */
export async function register(): Promise<void> {
  // oxlint-disable-next-line no-restricted-properties -- not a setting: Next replaces it in each of its bundles.
  if (process.env["NEXT_RUNTIME"] !== "nodejs") return;
  const { checkSettingsOnHost } = await import("@/lib/settings/env");
  checkSettingsOnHost();
  const { prepareRequestsForNext } = await import("@/lib/http/before-next");
  prepareRequestsForNext();
}
