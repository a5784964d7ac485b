"use client";

import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { Sessions } from "@/components/accounts/sessions";
import { ask } from "@/components/form/ask";
import { PageForm } from "@/components/form/question-form";
import { useApiWrite, useWrite } from "@/components/form/use-write";
import { WriteError } from "@/components/ui/error-notice";
import { Button } from "@/components/ui/button";
import { downloadFile } from "@/components/ui/download-file";
import { InView } from "@/components/ui/in-view";
import { late } from "@/components/ui/late";
import { QueryState } from "@/components/ui/query-state";
import { TitledSection } from "@/components/ui/titled-section";
import type { OwnAccount } from "@/lib/accounts/schema.browser";
import { readApi, useApi } from "@/lib/http/client/hooks.browser";
import { NameForm, PasswordForm } from "./account-forms";
import { SecondFactorList } from "./second-factor-list";
import type { Provider } from "./sign-in-parts";

interface Props {
  providers: Provider[];
  /** Whether the service sends mail, and so verifies addresses. */
  hasMail: boolean;
  /** The account must have a second factor, and has none. */
  isFactorRequired: boolean;
}

const OwnEvents = late(() => import("@/components/accounts/security-log/event-list"), "OwnEvents");

/** All that people can see and change of their own account. */
export function AccountSections({ providers, hasMail, isFactorRequired }: Props) {
  const query = useApi<OwnAccount>("/account");
  const account = query.data?.body;
  if (!account) return <QueryState query={query} what="your account" lines={8} />;
  return (
    <div className="grid gap-10">
      <Section id="name" title="Name">
        <NameForm account={account} />
      </Section>
      {hasMail && (
        <Section id="address" title="Email address">
          <AddressVerification account={account} />
        </Section>
      )}
      <Section id="password" title="Password">
        <PasswordForm account={account} />
      </Section>
      <Section id="second-factors" title="Second factors">
        <SecondFactorList isRequired={isFactorRequired} />
      </Section>
      {(providers.length > 0 || account.providers.length > 0) && (
        <Section id="providers" title="Connected providers">
          <ConnectedProviders account={account} offered={providers} />
        </Section>
      )}
      <Section id="sessions" title="Active sessions">
        <Sessions path="/account/sessions" />
      </Section>
      <Section id="events" title="Security events">
        <InView margin="200px">
          <OwnEvents accountId={account.id} />
        </InView>
      </Section>
      <Section id="export" title="Your data">
        <ExportData />
      </Section>
      <Section id="delete" title="Delete account">
        <p className="max-w-[70ch] text-muted">
          Your keys stop working immediately and the account can’t be restored. Changes you made to the listings stay,
          without your name.
        </p>
        <div>
          <Button look="danger" onClick={() => void deleteAccount(account)}>
            Delete account…
          </Button>
        </div>
      </Section>
    </div>
  );
}

function Section(props: { id: string; title: string; children: ReactNode }) {
  return <TitledSection {...props} className="grid gap-4 border-t border-line pt-6" />;
}

/** Says whether the account's address is verified, and sends another link. */
function AddressVerification({ account: { email, verified } }: { account: OwnAccount }) {
  if (verified) return <p className="break-words">{email} is confirmed.</p>;
  return (
    <PageForm
      className="max-w-[640px]"
      send={["POST", "/account/verify/letter"]}
      doneText={`An email with a link is on its way to ${email}.`}
      action={["Email me a link", "Sending…"]}
    >
      <p className="break-words">{email} is not confirmed. Use the link in your email, or get a new one.</p>
    </PageForm>
  );
}

/** @param offered the providers that are configured. */
function ConnectedProviders({ account, offered }: { account: OwnAccount; offered: Provider[] }) {
  const { email, providers } = account;
  const { write, isBusy, error } = useWrite();
  const others = offered.filter(({ id }) => !providers.some(({ provider }) => provider === id));
  const disconnect = (provider: string, name: string) =>
    write("DELETE", `/account/identities/${encodeURIComponent(provider)}`, undefined, {
      doneText: `${name} disconnected.`,
    });
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

/** Downloads everything that the service stores about the account. */
function ExportData() {
  const { write, isBusy, error } = useApiWrite();

  async function download() {
    const answer = await write(() => readApi("/account/export"));
    if (answer)
      downloadFile("theatre-listings-account.json", "application/json", `${JSON.stringify(answer.body, null, 2)}\n`);
  }

  return (
    <>
      <p className="max-w-[70ch] text-muted">
        Everything that is stored about your account, as JSON: sessions, keys without their secrets, usage, security
        events and your changes to the listings.
      </p>
      <div>
        <Button icon={Download} aria-disabled={isBusy} onClick={() => void download()}>
          {isBusy ? "Downloading…" : "Download your data"}
        </Button>
      </div>
      <WriteError error={error} />
    </>
  );
}

/** Asks for the password, or for the email address where there is none, so that an unattended screen isn't enough. */
async function deleteAccount({ email, has_password }: OwnAccount): Promise<void> {
  const deleted = await ask({
    title: "Delete account",
    text: (
      <p>
        Every key of <strong className="break-all">{email}</strong> stops working immediately. You can’t undo this.
      </p>
    ),
    fields: [
      has_password
        ? { name: "password", label: "Your password", look: "password", autoComplete: "current-password" }
        : { name: "email", label: "Type your email address", type: "email" },
    ],
    schema: async () => (await import("@/lib/accounts/schema.browser")).accountDeletion,
    send: ["DELETE", "/account"],
    // The session ends with the account.
    refetch: [],
    action: ["Delete my account", "Deleting…"],
  });
  // A full load, so that no data in memory outlives the account.
  if (deleted) location.assign("/sign-in?done=account-deleted");
}
