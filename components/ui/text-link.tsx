import Link from "next/link";
import type { ReactNode } from "react";

/** A link to another page, in the colour of the text. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} prefetch={false} className="text-ink underline underline-offset-4">
      {children}
    </Link>
  );
}
