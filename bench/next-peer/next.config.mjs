/** @type {import("next").NextConfig} */
export default {
  // `npm run types` checks this folder with the rest.
  typescript: { ignoreBuildErrors: true },
};
