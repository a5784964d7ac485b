/** A sentence for those without JavaScript; everybody else does not see it. */
export function NeedsScript({ text }: { text: string }) {
  return (
    <noscript>
      <p className="my-6 rounded bg-curtain-wash p-4 text-curtain">{text}</p>
    </noscript>
  );
}
