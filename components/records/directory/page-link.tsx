import type { ComponentProps, ReactNode } from "react";

/** A name as a link to its public page. These come whole from the page cache, so that a plain link is the fastest. */
export function PageLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="font-semibold underline decoration-edge underline-offset-4 hover:decoration-curtain">
      <bdi>{children}</bdi>
    </a>
  );
}

/** A link beside a more important one. */
export function QuietLink(link: ComponentProps<"a">) {
  return <a {...link} className="inline-flex min-h-6 items-center hover:text-curtain hover:underline" />;
}

export function pageOf(path: "shows" | "theatres" | "people", id: string): string {
  return `/${path}/${encodeURIComponent(id)}`;
}
