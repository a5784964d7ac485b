"use client";

import type { ReactNode } from "react";
import { InView } from "@/components/ui/in-view";
import { QueryState } from "@/components/ui/query-state";
import { AddressVerification } from "./address-verification";
import { ConnectedProviders } from "./connected-providers";
import { DeleteAccount } from "./delete-account";
import { ExportData } from "./export-data";
import { NameForm } from "./name-form";
import { PasswordForm } from "./password-form";
import { SecondFactorList } from "./second-factor-list";
import { SessionList } from "./session-list";
import { useAccount } from "./use-account";
import { late } from "@/components/ui/late";

interface Props {
  providers: { id: string; name: string }[];
  /** Whether the service sends mail, and so verifies addresses. */
  hasMail: boolean;
  /** The account must have a second factor, and has none. */
  isFactorRequired: boolean;
}

const OwnEvents = late(() => import("./own-events"), "OwnEvents");

export function AccountSections({ providers, hasMail, isFactorRequired }: Props) {
  const { data, error, refetch } = useAccount();
  if (!data) {
    return <QueryState query={{ data, error, refetch }} what="your account" lines={8} />;
  }
  const account = data.body;
  return (
    <div className="grid gap-10">
      <Section id="name" title="Name">
        <NameForm name={account.name} />
      </Section>
      {hasMail && (
        <Section id="address" title="Email address">
          <AddressVerification email={account.email} isVerified={account.verified} />
        </Section>
      )}
      <Section id="password" title="Password">
        <PasswordForm email={account.email} changedAt={account.password_changed_at} />
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
        <SessionList />
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
        <DeleteAccount email={account.email} hasPassword={account.has_password} />
      </Section>
    </div>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-4 border-t border-line pt-6">
      <h2 id={id} className="text-xl font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}
