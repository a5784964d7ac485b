import dashboard from "./pictures/dashboard.png";
import production from "./pictures/production.png";
import theatres from "./pictures/theatres.png";

/** The pictures that guides show. The flow of e2e/pictures.e2e.ts makes them; a test compares the files. */
const pictures: Readonly<Record<string, typeof dashboard>> = { dashboard, production, theatres };

interface Props {
  name: string;
  alt: string;
}

export function GuidePicture({ name, alt }: Props) {
  const picture = pictures[name];
  if (!picture) throw new Error(`No picture is named ${name}.`);
  const { src, width, height } = picture;
  return (
    <a href={src} className="block">
      {/* oxlint-disable-next-line next/no-img-element -- Our server makes no other sizes of a picture. */}
      <img
        src={src}
        width={width}
        height={height}
        alt={alt}
        loading="lazy"
        className="h-auto w-full rounded border border-line"
      />
    </a>
  );
}
