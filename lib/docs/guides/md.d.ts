/** next.config.mjs and vitest.config.ts import Markdown files as text. */
declare module "*.md" {
  const text: string;
  export default text;
}
