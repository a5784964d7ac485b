/** JSON to look at, its names set apart from its values. */
export function JsonText({ text }: { text: string }) {
  const parts = text.split(/("(?:[^"\\]|\\.)*"(?=:))/);
  return parts.map((part, index) =>
    // The separator of a split stands at every odd place.
    index % 2 === 1 ? (
      <span key={index} className="text-curtain">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
