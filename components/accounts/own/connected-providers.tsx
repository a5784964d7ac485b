import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toasts";
import type { OwnAccount } from "@/lib/accounts/schema.browser";
import { useDisconnectProvider } from "./account-mutations";
import { WriteError } from "../../form/write-error";

interface Props {
  account: OwnAccount;
  /** The providers that are configured. */
  offered: { id: string; name: string }[];
}

export function ConnectedProviders({ account: { email, providers }, offered }: Props) {
  const { mutate, isBusy, error } = useDisconnectProvider();
  const say = useToast();
  const others = offered.filter(({ id }) => !providers.some(({ provider }) => provider === id));

  async function disconnect(provider: string, name: string) {
    if (await mutate(provider)) say({ text: `${name} disconnected.` });
  }

  return (
    <>
      {providers.length > 0 && (
        <ul className="grid max-w-[480px] gap-2">
          {providers.map(({ provider, name }) => (
            <li key={provider} className="flex items-center justify-between gap-4">
              {name}
              <Button
                aria-label={`Disconnect ${name}`}
                aria-disabled={isBusy}
                onClick={() => void disconnect(provider, name)}
              >
                Disconnect
              </Button>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <p className="max-w-[70ch] text-sm text-muted">
          To connect {others.map(({ name }) => name).join(" or ")}, sign in with it once as {email}. The provider must
          have verified that address.
        </p>
      )}
      <WriteError error={error} />
    </>
  );
}
