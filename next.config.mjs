/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // Gives forbidden(): a page that answers 403.
  experimental: { authInterrupts: true },
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
