import "server-only";
import { ImageResponse } from "next/og";

export const pictureSize = { width: 1200, height: 630 };

interface Picture {
  name: string;
  lines: readonly string[];
}

/** Characters of the font. For others next/og would fetch a font from another host. */
const undrawn = /[^\u0020-\u007e\u00a0-\u017f‘’“”–—…·]/gu;
const longName = 34;

/** The picture of a page in previews of links, drawn from its text. */
export function drawPicture({ name, lines }: Picture): ImageResponse {
  const title = drawable(name).slice(0, 90);
  return new ImageResponse(
    <div
      style={{
        width: "100%",
        height: "100%",
        display: "flex",
        flexDirection: "column",
        justifyContent: "space-between",
        background: "#fbf8f3",
        color: "#1d1a18",
        padding: 72,
        borderTop: "24px solid #8e1b2f",
      }}
    >
      <div style={{ display: "flex", flexDirection: "column" }}>
        <div style={{ fontSize: title.length > longName ? 64 : 96, lineHeight: 1.1, fontWeight: 700 }}>{title}</div>
        {lines.map((line) => (
          <div key={line} style={{ fontSize: 40, color: "#655c54", marginTop: 20 }}>
            {drawable(line).slice(0, 140)}
          </div>
        ))}
      </div>
      <div style={{ display: "flex", fontSize: 32, color: "#8e1b2f" }}>Theatre Listings</div>
    </div>,
    { ...pictureSize, headers: { "Cache-Control": "public, max-age=3600" } },
  );
}

function drawable(text: string): string {
  return text.replace(undrawn, "");
}
