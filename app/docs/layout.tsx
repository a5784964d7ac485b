import type { ReactNode } from "react";
import { LanguageMemory } from "@/components/docs/language-memory";

export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <LanguageMemory />
    </>
  );
}
