/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  experimental: {
    // Gives forbidden(): a page that answers 403.
    authInterrupts: true,
    // Pages are loaded at their first request: the API does not need fifty megabytes of them, nor the pause.
    preloadEntriesOnStart: false,
  },
  // `npm run types` checks them in every test run, so that a start need not wait for it again.
  typescript: { ignoreBuildErrors: true },
  // One page for all readers who are not signed in: what previews of links read stands in its head.
  htmlLimitedBots: /.*/,
  // The guides are imported as their text.
  turbopack: { rules: { "*.md": { type: "text" } } },
  skipTrailingSlashRedirect: true,
  // The page's former address; a query is kept.
  redirects: async () => [{ source: "/dashboard/health", destination: "/dashboard/data-quality", permanent: true }],
  images: { unoptimized: true },
  // Each loads WebAssembly or its own files at run time, which a bundle would lose.
  serverExternalPackages: ["@electric-sql/pglite", "@prisma/client", "pg", "pino", "prom-client"],
};
