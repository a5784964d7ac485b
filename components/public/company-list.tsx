import { formatDay } from "@/lib/core/date-words.browser";
import { engagementInWords } from "@/components/cast/engagements";
import { groupNames } from "@/components/cast/cast";
import { PageLink, pageOf } from "@/components/records/directory/page-link";
import { capitalised } from "@/lib/records/terms.browser";
import { isWithin, type Days } from "@/lib/resources/cast-members/presence.browser";
import { coverTypes, playedPart, roleTypes } from "@/lib/resources/cast-members/terms.browser";
import type { Company, CompanyMember } from "@/lib/listings/pages/schema.browser";
import { Marks } from "./footnotes";
import { lastKnownInWords, perhapsInWords } from "./page-script";

/** The company of a day in its order, role by role; in a line who may be in it; and apart those without dates. */
export function CompanyList({ company: { run, members, day }, today }: { company: Company; today: string }) {
  const dated = members.filter((member) => member.dated);
  const undated = members.filter((member) => !member.dated);
  /** Who may be in a role that someone certainly plays is no news. */
  const certainParts = new Set(dated.filter(({ last_known_on }) => last_known_on === day).map(playedPart));
  const mayBe = (member: CompanyMember) =>
    !isShown(member) &&
    member.presence.possible.some((days) => isWithin(days, day)) &&
    !certainParts.has(playedPart(member) ?? member.id);
  const perhaps = dated.filter(mayBe).map(nameWithRole);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {roleTypes.map((type) => (
        <Group
          key={type}
          title={capitalised(groupNames[type])}
          members={dated.filter(({ role_type }) => role_type === type)}
          {...{ day, today }}
        />
      ))}
      <p data-perhaps className="text-muted empty:hidden">
        {perhapsInWords(perhaps)}
      </p>
      {undated.length > 0 && (
        <details open={dated.length === 0}>
          <summary className="cursor-pointer font-semibold">
            {run.days.first > today ? "Announced" : "Names without dates"}{" "}
            <span className="font-normal text-muted">({undated.length})</span>
          </summary>
          <Undated members={undated} />
        </details>
      )}
    </div>
  );
}

function isShown(member: CompanyMember): boolean {
  return member.last_known_on !== undefined;
}

/** The days for the page's script: `first/last` of each stretch, the certain ones behind a bar. */
function daysAsText({ presence: { possible, certain } }: CompanyMember): string {
  const asText = (days: readonly Days[]) => days.map(({ first, last }) => `${first}/${last ?? "9999"}`).join(" ");
  return `${asText(possible)}|${asText(certain)}`;
}

function Group({ title, members, day, today }: Pick<Company, "members" | "day"> & { title: string; today: string }) {
  if (members.length === 0) return null;
  return (
    <section data-group aria-label={title} hidden={!members.some(isShown)}>
      <h3 className="text-lg font-semibold">{title}</h3>
      <ul className="mt-2 grid gap-x-10 lg:grid-cols-2 min-[1800px]:grid-cols-3">
        {members.map((member) => (
          <li
            key={member.id}
            hidden={!isShown(member)}
            data-days={daysAsText(member)}
            data-part={playedPart(member)}
            data-name={nameWithRole(member)}
            className={rowClass}
          >
            <span className="font-display">{partOf(member)}</span>
            <span>
              <PageLink href={pageOf("people", member.person.id)}>{member.person.name}</PageLink>
              <Marks marks={member.marks} />
              <span data-known className="ml-2 inline-block text-sm text-muted">
                {member.last_known_on !== day &&
                  member.last_known_on !== undefined &&
                  lastKnownInWords(member.last_known_on, today)}
              </span>
              <span className="block text-sm text-muted">
                {member.engagements.map((one) => engagementInWords(one, today)).join("; ")}
                {member.verifiedOn !== null && ` · verified ${formatDay(member.verifiedOn)}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Those without dates, each role in one line. */
function Undated({ members }: { members: readonly CompanyMember[] }) {
  const parts = [...new Set(members.map(partOf))];
  return (
    <ul className="mt-2 grid gap-x-10 lg:grid-cols-2 min-[1800px]:grid-cols-3">
      {parts.map((part) => (
        <li key={part} className={rowClass}>
          <span className="font-display">{part}</span>
          <span>
            {members
              .filter((member) => partOf(member) === part)
              .map(({ id, person, marks }, index) => (
                <span key={id}>
                  {index > 0 && ", "}
                  <PageLink href={pageOf("people", person.id)}>{person.name}</PageLink>
                  <Marks marks={marks} />
                </span>
              ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

const rowClass =
  "grid content-start gap-x-4 border-t border-line py-2 [overflow-wrap:anywhere] sm:grid-cols-[2fr_3fr] [&[hidden]]:hidden";

/** The role, and the roles that the person covers: `Elphaba`, `Ensemble, covers Boq`, `Covers Boq, Fiyero`. */
function partOf({ role, role_type, covers }: CompanyMember): string {
  const isCover = coverTypes.includes(role_type);
  const covered = new Set([...(isCover && role ? [role.name] : []), ...covers.map(({ name }) => name)]);
  if (!isCover && role) covered.delete(role.name);
  const names = [...covered].join(", ");
  if (isCover) return names === "" ? capitalised(role_type) : `Covers ${names}`;
  const part = role?.name ?? capitalised(role_type);
  return names === "" ? part : `${part}, covers ${names}`;
}

function nameWithRole({ person, role }: CompanyMember): string {
  return role === null ? person.name : `${person.name} (${role.name})`;
}
