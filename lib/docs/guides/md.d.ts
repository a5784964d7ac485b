/** next.config.mjs and vitest.config.ts have it so. */
declare module "*.md" {
  const text: string;
  export default text;
}
