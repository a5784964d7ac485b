import type { Metadata } from "next";
import { contactInWords } from "@/app/operator-contact";
import { pageSettings } from "@/app/page-infrastructure";
import { TextPage, TextSection } from "@/components/public/text-page";
import { leastNoticeDays } from "@/lib/http/response-headers";
import { licenceName } from "@/lib/docs/openapi/info";

export const metadata: Metadata = {
  title: "Terms",
  description: "What you may do with the data of Theatre Listings and with an API key, in plain words.",
  alternates: { canonical: "/terms" },
};

export default async function TermsPage() {
  const { settings } = await pageSettings();
  const licence = `[${licenceName(settings.DATA_LICENSE_URL)}](${settings.DATA_LICENSE_URL})`;
  const perDay = (limit: number) => limit.toLocaleString("en-GB");
  return (
    <TextPage
      title="Terms"
      summary={`Use the data for what you like, also commercially, if you say where it comes from. Stay within your limits, and keep your key to yourself.`}
    >
      <TextSection
        anchor="data"
        title="The data"
        text={[
          `The data is offered under this licence: ${licence}. It is the same for the API, the calendars and the downloads, with and without a key.`,
          "Name the source where people see the data, such as “Data: Theatre Listings” with a link to this site. If you changed the data, say so. Where you publish coordinates, also credit [© OpenStreetMap contributors](https://www.openstreetmap.org/copyright).",
          "You may keep a copy. [How to keep it in step](/docs/guides/keep-a-copy) costs few requests. Pictures that a record links to are not ours: ask their owners.",
        ]}
      />
      <TextSection
        anchor="limits"
        title="Limits"
        text={`Without a key you have ${perDay(settings.PUBLIC_DAILY_LIMIT)} requests a day for an IP address, with a key ${perDay(settings.KEY_DAILY_LIMIT)}, and with the session of an account ${perDay(settings.ACCOUNT_DAILY_LIMIT)}. If you need more, ask for a higher limit beside your key. Don’t get around the limits with several accounts, keys or addresses.`}
      />
      <TextSection
        anchor="keys"
        title="Keys and accounts"
        text={[
          "A key is yours alone. Don’t pass it on, and don’t put it into a page, an app or a public repository, where others can read it. [Rotate or revoke it](/developers) when it may have leaked; a person who finds it can [revoke it too](/developers/found-a-key).",
          "You answer for what is done with your key and your account. You can delete both at any time under “Account”.",
        ]}
      />
      <TextSection
        anchor="abuse"
        title="Abuse"
        text="Don’t disturb the service for others, don’t try to read or change what is not yours, and don’t pretend that the data or your product comes from us. We may block a key or an account that is used for this, without notice if it is urgent. Report a security hole as [security.txt](/.well-known/security.txt) says; we are glad of it."
      />
      <TextSection
        anchor="warranty"
        title="No warranty"
        text="The data and the service come as they are. Listings can be wrong or late: check with the box office before you travel. We try to keep the service running but promise no availability, and as far as the law allows we are not liable for damage that follows from its use."
      />
      <TextSection
        anchor="changes"
        title="Changes"
        text={`An operation of the API is removed only after it was announced as deprecated for at least ${leastNoticeDays} days: in its responses, in the reference and in [the changelog](/docs/changelog), which is also a feed. [What you can rely on](/docs/guides/versions) is in a guide. A change of these terms is announced there as well.`}
      />
      <TextSection
        anchor="contact"
        title="Contact"
        text={`Questions go to ${await contactInWords()}. What is kept about you, and how to have it deleted, is on the page about [privacy](/privacy).`}
      />
    </TextPage>
  );
}
