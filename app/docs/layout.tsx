import type { ReactNode } from "react";
import { RememberLanguage } from "@/components/docs/code-text";
import { CopyWithKey } from "@/components/docs/copy-code";

export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <RememberLanguage />
      <CopyWithKey />
    </>
  );
}
