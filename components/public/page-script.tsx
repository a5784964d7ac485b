import { enhancePage } from "./enhance-page";

/**
 * The script of a public page, as the text of its function: so small that a request for it would cost more, and the page
 * cache can allow it by its hash.
 */
export function PageScript({ nonce }: { nonce: string }) {
  return (
    <script data-page-script nonce={nonce} dangerouslySetInnerHTML={{ __html: `(${enhancePage.toString()})()` }} />
  );
}
