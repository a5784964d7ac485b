/** JSON with highlighted property names. */
export function JsonText({ text }: { text: string }) {
  const parts = text.split(/("(?:[^"\\]|\\.)*"(?=:))/);
  return parts.map((part, index) =>
    // Split separators are at odd indices.
    index % 2 === 1 ? (
      <span key={index} className="text-curtain">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
