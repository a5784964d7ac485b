/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  experimental: {
    // Gives forbidden(): a page that answers 403.
    authInterrupts: true,
    // A page is loaded when somebody first asks for it: the API has no use for fifty megabytes of them, nor for the pause.
    preloadEntriesOnStart: false,
  },
  skipTrailingSlashRedirect: true,
  images: { unoptimized: true },
  // Each loads WebAssembly or its own files at run time, which a bundle would lose.
  serverExternalPackages: [
    "@electric-sql/pglite",
    "@prisma/client",
    "@prisma/schema-engine-wasm",
    "pg",
    "pino",
    "prom-client",
  ],
};
