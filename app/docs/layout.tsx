import type { ReactNode } from "react";
import { CopyWithKey } from "@/components/docs/copy-with-key";
import { RememberLanguage } from "@/components/docs/remember-language";

export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <RememberLanguage />
      <CopyWithKey />
    </>
  );
}
