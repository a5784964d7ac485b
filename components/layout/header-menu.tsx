"use client";

import { Menu } from "lucide-react";
import { usePathname } from "next/navigation";
import { useEffect, type ReactNode } from "react";
import { useFolding } from "@/components/ui/use-folding";

interface Props {
  label: string;
  look: keyof typeof looks;
  children: ReactNode;
}

const looks = {
  /** The header's links on phones. */
  links: { menu: "sm:hidden", label: "max-sm:sr-only", panel: "right-0" },
  account: { menu: "", label: "max-sm:sr-only", panel: "right-0" },
  dashboard: { menu: "", label: "", panel: "left-0 z-30" },
};

/** The links that don't fit into a row, behind a button. Opens without JavaScript; a script closes it after use. */
export function HeaderMenu({ label, look, children }: Props) {
  const { ref, ...folding } = useFolding();
  const here = usePathname();

  useEffect(() => {
    if (ref.current) ref.current.open = false;
  }, [ref, here]);

  return (
    <details ref={ref} className={`relative ${looks[look].menu}`} {...folding}>
      <summary className="inline-flex min-h-8 cursor-pointer list-none items-center gap-2 rounded border border-edge px-2 text-sm hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <Menu aria-hidden="true" className={`size-4 ${look === "dashboard" ? "" : "sm:hidden"}`} />
        <span className={looks[look].label}>{label}</span>
      </summary>
      <div className={`absolute z-10 mt-2 w-64 rounded border border-edge bg-floating p-4 ${looks[look].panel}`}>
        {children}
      </div>
    </details>
  );
}
