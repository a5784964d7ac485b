import "server-only";
import { letterOrigin } from "../../settings/mail-settings.ts";
import type { MailSettings, NewLetter } from "./letter-queries.ts";

/** The letters of accounts. None has text that a person chose, such as a name: anyone can have one sent to anyone. */

type LetterText = Pick<NewLetter, "subject" | "text">;

const signature = "\n\n-- \nTheatre Listings\n";

function letter(subject: string, ...paragraphs: string[]): LetterText {
  return { subject, text: paragraphs.join("\n\n") + signature };
}

/** The token follows `#`, which browsers do not send, so that it gets into no log. */
export function tokenUrl(page: string, token: string, settings: MailSettings): string {
  return `${letterOrigin(settings)}${page}#${token}`;
}

export function invitationText(link: string): LetterText {
  return letter(
    "Your invitation to Theatre Listings",
    "An administrator of Theatre Listings has invited you. Set a password to create your account:",
    link,
    "The link works once, for 7 days. If you did not expect it, ignore this email: no account is created.",
  );
}

export function resetText(link: string): LetterText {
  return letter(
    "Set a new password for Theatre Listings",
    "A link was requested to set a new password for your account at Theatre Listings:",
    link,
    "The link works once, for one hour. Until you use it, your password stays as it is.",
    "If it wasn't you, ignore this email: nothing changes.",
  );
}

export function administratorsResetText(link: string): LetterText {
  return letter(
    "Set a new password for Theatre Listings",
    "An administrator of Theatre Listings has created a link with which you can set a new password for your account:",
    link,
    "The link works once, for 24 hours. Until you use it, your password stays as it is.",
    "If you did not ask for it, ignore this email: nothing changes.",
  );
}

export function verificationText(link: string): LetterText {
  return letter(
    "Confirm your address for Theatre Listings",
    "An account with this email address was created at Theatre Listings. Confirm that the address is yours:",
    link,
    "The link works once, for 24 hours.",
    "If you did not create the account, don't confirm it. Another person knows its password.",
  );
}

export function passwordChangedText(settings: MailSettings): LetterText {
  return letter(
    "Your password for Theatre Listings was changed",
    "The password of your account at Theatre Listings was changed. Other devices were signed out.",
    `If it wasn't you, set a new password at once:\n\n${letterOrigin(settings)}/forgot-password`,
    "Then look through your keys and revoke those that you don't know.",
  );
}

/** @param factor as the beginning of a sentence. */
export function factorChangedText(change: "added" | "removed", factor: string, settings: MailSettings): LetterText {
  const [preposition, advice] =
    change === "added"
      ? ["to", "remove it at once, and set a new password"]
      : ["from", "set a new password at once, and sign out on all devices"];
  return letter(
    `A way to sign in was ${change} ${preposition} your account at Theatre Listings`,
    `${factor} was ${change} ${preposition} your account at Theatre Listings.`,
    `If it wasn't you, ${advice}:\n\n${letterOrigin(settings)}/developers/account`,
  );
}

export function factorsResetText(settings: MailSettings): LetterText {
  return letter(
    "The second factors of your account at Theatre Listings were removed",
    "An administrator of Theatre Listings has removed the authenticator app, the passkeys and the recovery codes of your account. Until you add new ones, your password alone signs you in.",
    `Add them here:\n\n${letterOrigin(settings)}/developers/account`,
    "If you did not ask for it, set a new password and tell an administrator.",
  );
}
