/** A build for another host goes to its own folder, so that it never replaces what `npm start` serves. */
const standalone = process.env.STANDALONE === "true" ? { output: "standalone", distDir: ".next-standalone" } : {};
/** See `buildStandalone`. */
const tsconfig = standalone.distDir ? { tsconfigPath: ".build/tsconfig.standalone.json" } : {};

/** @type {import("next").NextConfig} */
export default {
  ...standalone,
  poweredByHeader: false,
  reactStrictMode: true,
  experimental: {
    // It halves the work of the next build, and takes 190 MB and a fifth of the time of this one.
    turbopackFileSystemCacheForBuild: process.env.BUILDS_AGAIN === "true",
    // They take a seventh of a build, and 57 of its 85 MB. `npm run dev` has them.
    turbopackSourceMaps: false,
    // Pages are loaded at their first request: the API does not need fifty megabytes of them, nor the pause.
    preloadEntriesOnStart: false,
    // Under Next's own server they would otherwise redirect a request under /api that has `RSC: 1`.
    validateRSCRequestHeaders: false,
    // Next keeps a copy of a body that passes proxy.ts; no page reads one.
    proxyClientMaxBodySize: 66_000,
  },
  // `npm run types` checks them in every test run, so that a start need not wait for it again.
  typescript: { ...tsconfig, ignoreBuildErrors: true },
  // Metadata must be in the head, because link previews read only that.
  htmlLimitedBots: /.*/,
  // The guides are imported as their text.
  turbopack: { rules: { "*.md": { type: "text" } } },
  skipTrailingSlashRedirect: true,
  // The page's former address; a query is kept.
  redirects: async () => [{ source: "/dashboard/health", destination: "/dashboard/data-quality", permanent: true }],
  images: { unoptimized: true },
  // What another host copies. It has no disk for the embedded database, and starts none of our programs.
  outputFileTracingIncludes: {
    "/**": ["prisma/migrations/**/*"],
    // A thread loads them by their name (`picture-thread.ts`).
    "/**/opengraph-image": [
      "node_modules/next/og.js",
      "node_modules/next/dist/server/og/*.js",
      "node_modules/next/dist/compiled/@vercel/og/!(index.edge).*",
    ],
  },
  outputFileTracingExcludes: {
    // Pictures are served as they are (`images.unoptimized`). Next's server itself is traced under this name.
    "next-server": [
      "node_modules/sharp/**",
      "node_modules/@img/**",
      // Only a build reads it; our fonts are files (4 MB).
      "node_modules/next/dist/server/capsize-font-metrics.json",
      "node_modules/next/dist/compiled/@vercel/og/index.edge.js",
    ],
    "/**": [".build/**", "prisma/seed/**", "node_modules/@electric-sql/**", "node_modules/pglite-prisma-adapter/**"],
  },
  // Each loads WebAssembly or its own files at run time, which a bundle would lose.
  serverExternalPackages: ["@electric-sql/pglite", "@prisma/client", "pg", "pino", "prom-client"],
};
