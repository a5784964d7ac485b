import type { Metadata } from "next";
import { contactInWords } from "@/app/operator-contact";
import { FactList, TextPage, TextSection } from "@/components/public/text-page";
import { deletionNote, retainedData } from "@/lib/accounts/housekeeping";

export const metadata: Metadata = {
  title: "Privacy",
  description: "What Theatre Listings keeps about you, for how long, and how to have it deleted.",
  alternates: { canonical: "/privacy" },
};

const cookies = [
  {
    name: "next-auth.session-token",
    text: "Your session, when you are signed in. Under HTTPS its name begins with `__Secure-`.",
    note: "For 8 hours, or until you sign out",
  },
  {
    name: "next-auth.csrf-token, next-auth.callback-url",
    text: "Protect sign-in from forged requests, and lead you back to where you were going.",
    note: "Until you close the browser",
  },
  {
    name: "next-auth.state, next-auth.pkce.code_verifier, next-auth.nonce",
    text: "Protect a sign-in at another provider while it is under way.",
    note: "For 15 minutes",
  },
  {
    name: "A signed cookie for sign-in",
    text: "Remembers that this browser has signed in to this account, so that attacks from elsewhere don’t slow you down. Nothing about you is in it.",
    note: "For a year",
  },
  {
    name: "theme, language",
    text: "Your choice of a light or dark page, and of the language of code samples.",
    note: "For a year",
  },
];

export default async function PrivacyPage() {
  const contact = await contactInWords();
  return (
    <TextPage
      title="Privacy"
      summary="You can read everything without an account. We keep what counting requests and protecting accounts needs, no longer than said below, and show you no advertising and no trackers."
    >
      <TextSection
        anchor="kept"
        title="What is kept, and how long"
        text={`This is all that the database has about people who use the service. ${deletionNote}`}
      >
        <FactList
          facts={retainedData.map(({ title, what, until }) => ({ name: title, text: what, note: `Kept ${until}` }))}
        />
      </TextSection>
      <TextSection
        anchor="cookies"
        title="Cookies"
        text="All of them are needed for what you asked for; none follows you. Unsaved forms, saved views and shortcuts stay in your browser’s own storage and are not sent."
      >
        <FactList facts={cookies} />
      </TextSection>
      <TextSection
        anchor="others"
        title="Who else gets it"
        text="This data is not sold or passed on. It is on the machines on which the operator runs the service, its database, its counter of requests and its email, and in their backups. If you sign in with another provider, that provider learns that you do. Administrators see accounts, keys without their secrets, and the security log."
      />
      <TextSection
        anchor="rights"
        title="See, correct and delete it"
        text={[
          "Under [“Account”](/developers/account) you can download everything that is kept about you, correct it, and delete your account at once, with its keys, sessions, usage and emails. Logs then keep the account’s id alone: no name, address, network or browser. A backup has what was deleted until it is replaced.",
          `Without an account, or for anything else, write to ${contact}.`,
        ]}
      />
      <TextSection
        anchor="listings"
        title="People in the listings"
        text={`The listings name people who work on stage: what they played, where and when, from public sources that each record names. If something about you is wrong or should not be there, write to ${contact}.`}
      />
    </TextPage>
  );
}
