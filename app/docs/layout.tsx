import type { ReactNode } from "react";
import { CopyWithKey, RememberLanguage } from "@/components/docs/code-text";

export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <RememberLanguage />
      <CopyWithKey />
    </>
  );
}
