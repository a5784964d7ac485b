import next from "eslint-config-next/core-web-vitals";
import tseslint from "typescript-eslint";

const settingsMessage =
  "Settings are read in lib/env.ts, where they are parsed and named; ask env() or take an argument.";

/** Where React and Next are: to look for hooks and pages elsewhere takes a quarter of the whole, and finds none. */
const pages = ["app/**", "components/**", "lib/api/hooks.ts"];

export default tseslint.config(
  {
    ignores: [
      ".next/",
      ".build/",
      ".data/",
      "lib/db/generated/",
      "next-env.d.ts",
      "test-results/",
      "playwright-report/",
    ],
  },
  // A comment that switches a rule off and no longer has to is a lie about the code below it.
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  next.map((config) => (config.rules ? { ...config, files: pages } : config)),
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.recommendedTypeCheckedOnly, tseslint.configs.recommended],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", ignoreRestSiblings: true }],
      // Interfaces here are records of functions that need no `this`, made to be taken apart.
      "@typescript-eslint/unbound-method": "off",
      // They promise a Promise; whether an implementation has to wait is its own affair.
      "@typescript-eslint/require-await": "off",
      "no-restricted-properties": ["error", { object: "process", property: "env", message: settingsMessage }],
    },
  },
  {
    files: [
      "lib/env.ts",
      "lib/testing/**",
      "playwright.config.ts",
      "scripts/**",
      "bench/**",
      "e2e/**",
      "**/*.{test,spec}.{ts,tsx}",
    ],
    rules: { "no-restricted-properties": "off" },
  },
  {
    // What an answer holds is unknown until an expectation has looked at it.
    files: ["lib/testing/**/*.{ts,tsx}", "e2e/**/*.ts", "**/*.{test,spec}.{ts,tsx}"],
    rules: { "@typescript-eslint/no-unsafe-assignment": "off", "@typescript-eslint/no-unsafe-member-access": "off" },
  },
  {
    files: ["**/*.{ts,tsx,mjs}"],
    rules: {
      eqeqeq: ["error", "always"],
      "no-console": ["error", { allow: ["warn", "error"] }],
      "import/no-anonymous-default-export": "off",
    },
  },
  // Playwright's fixtures take a function that is called use, which is no React hook.
  { files: ["e2e/**/*.ts"], rules: { "react-hooks/rules-of-hooks": "off" } },
  // Commands speak to the person at the console.
  { files: ["scripts/**", "bench/**"], rules: { "no-console": "off" } },
);
