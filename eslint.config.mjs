import next from "eslint-config-next/core-web-vitals";

/** What eslint-config-next knows of React and Next, where these are. All else, and all of TypeScript: .oxlintrc.json. */
const pages = ["{app,components}/**/*.{ts,tsx}", "lib/api/hooks.ts"];

const config = [
  { ignores: [".next/", ".build/", "lib/db/generated/", "test-results/", "playwright-report/"] },
  // A comment that switches a rule off and no longer has to is a lie about the code below it.
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  ...next.map((one) => (one.rules || one.languageOptions ? { ...one, files: pages } : one)),
];
export default config;
