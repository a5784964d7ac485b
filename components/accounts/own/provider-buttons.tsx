"use client";

import { Button } from "@/components/ui/button";

interface Props {
  providers: { id: string; name: string }[];
  isBusy: boolean;
  onChoose(id: string): void;
}

/** Listed first: people who use a provider have no password to enter below. */
export function ProviderButtons({ providers, isBusy, onChoose }: Props) {
  if (providers.length === 0) return null;
  return (
    <div className="mt-6 grid gap-3 noscript:hidden">
      {providers.map(({ id, name }) => (
        <Button key={id} aria-disabled={isBusy} onClick={() => onChoose(id)}>
          Continue with {name}
        </Button>
      ))}
      <p className="mt-3 border-t border-line pt-6 text-sm text-muted">Or with email and password:</p>
    </div>
  );
}
