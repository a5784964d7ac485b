import { Button } from "@/components/ui/button";

/** The reason a sign-in failed. Always rendered, so that screen readers announce changes. */
export function SignInProblem({ text }: { text: string | null }) {
  return (
    <p role="alert" className={text ? "mt-6 rounded bg-curtain-wash p-4 text-curtain" : ""}>
      {text}
    </p>
  );
}

export interface Provider {
  id: string;
  name: string;
}

interface Props {
  providers: Provider[];
  isBusy: boolean;
  hasPassword?: boolean;
  onChoose(id: string): void;
}

/** Listed first: people who use a provider have no password to enter below. */
export function ProviderButtons({ providers, isBusy, hasPassword = true, onChoose }: Props) {
  if (providers.length === 0) return null;
  return (
    <div className="mt-6 grid gap-3 noscript:hidden">
      {providers.map(({ id, name }) => (
        <Button key={id} aria-disabled={isBusy} onClick={() => onChoose(id)}>
          Continue with {name}
        </Button>
      ))}
      <p className={hasPassword ? "mt-3 border-t border-line pt-6 text-sm text-muted" : "text-sm text-muted"}>
        {hasPassword
          ? "Or with email and password:"
          : "You sign in there and come back to this page. Then begin this step again."}
      </p>
    </div>
  );
}
