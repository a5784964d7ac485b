/** A sentence for browsers without JavaScript; hidden in others. */
export function NeedsScript({ text }: { text: string }) {
  return <p className="my-6 hidden rounded bg-curtain-wash p-4 text-curtain noscript:block">{text}</p>;
}
