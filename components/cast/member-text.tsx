import { today } from "@/components/ui/calendar";
import { RecordLink } from "@/components/records/directory/record-link";
import { capitalised } from "@/lib/records/terms.browser";
import type { EditedMember } from "./cast";
import { engagementInWords } from "./engagement-words";

export const castRowClass =
  "relative flex min-h-[34px] flex-wrap items-start gap-x-2 pr-1 pl-3 text-sm hover:bg-sunken max-sm:py-1";

/** The billing, the person, the role and the dates of a cast member. */
export function MemberText({ member }: { member: EditedMember }) {
  const { person, role, billing_order, state } = member;
  const isRemoved = state === "removed";
  return (
    <>
      <span className="w-6 py-[7px] text-right font-mono text-muted">
        <span className="sr-only">{billing_order === null ? "No billing" : "Billing"}</span>
        {billing_order ?? <span aria-hidden="true">–</span>}
      </span>
      <span className="flex min-w-0 grow basis-32 flex-wrap items-baseline gap-x-4 py-[7px] break-words">
        <bdi className={`min-w-0 sm:basis-64 ${isRemoved ? "text-muted line-through" : ""}`}>
          {person.isNew ? (
            <span className="font-semibold">{person.name}</span>
          ) : (
            <RecordLink path="people" id={person.id}>
              {person.name}
            </RecordLink>
          )}
        </bdi>
        {role && (
          <bdi className={`min-w-0 text-muted sm:grow sm:basis-48 ${isRemoved ? "line-through" : ""}`}>{role.name}</bdi>
        )}
        <State member={member} />
        <Known member={member} />
      </span>
    </>
  );
}

/** The dates and covers, in a few words. */
function Known({ member: { engagements, covers } }: { member: EditedMember }) {
  const dates = engagements.map((one) => engagementInWords(one, today()));
  const roles = covers.map(({ role }) => role.name);
  return (
    <span className="text-muted lg:ml-auto lg:text-right">
      {capitalised([...new Set(dates)].join("; ") || "dates unknown")}
      {roles.length > 0 && ` · covers ${roles.join(", ")}`}
    </span>
  );
}

/** What becomes of a member when the draft is saved; the dates stand beside it. */
function State({ member: { state, person, role, engagements, before } }: { member: EditedMember }) {
  const isDated = engagements.some(({ from }) => from !== null);
  const isEnded = engagements.some(({ to }, index) => to !== null && to !== (before[index]?.to ?? null));
  const words = {
    "as saved": null,
    added: isDated ? "joins" : "added",
    changed: engagements.length > before.length && before.length > 0 ? "returns" : isEnded ? "leaves" : "changed",
    removed: "removed",
  }[state];
  const news = [words, person.isNew && "new person", role?.isNew && "new role"].filter(Boolean).join(", ");
  return news === "" ? null : <span className="text-muted italic">{news}</span>;
}
