import type { ReactNode } from "react";
import { RememberLanguage } from "@/components/docs/remember-language";

export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <RememberLanguage />
    </>
  );
}
