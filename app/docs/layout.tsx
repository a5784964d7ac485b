import type { ReactNode } from "react";
import { LanguageMemory } from "@/components/docs/remember-language";

export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <LanguageMemory />
    </>
  );
}
