import { formatDay } from "@/components/ui/calendar";
import { engagementInWords } from "@/components/cast/engagement-words";
import { groupNames } from "@/components/cast/cast";
import { PageLink, pageOf } from "@/components/records/directory/page-link";
import { capitalised } from "@/lib/records/terms.browser";
import { roleTypes } from "@/lib/resources/cast-members/terms.browser";
import type { CompanyMember } from "@/lib/listings/pages/schema.browser";
import { certaintyOn, daysAsText } from "./company-days";
import { Marks } from "./footnotes";

interface Props {
  members: readonly CompanyMember[];
  day: string;
  today: string;
}

/** The company of a day, in its order, and apart from it those without dates. */
export function CompanyList({ members, ...days }: Props) {
  const isDated = ({ engagements }: CompanyMember) => engagements.length > 0;
  const dated = members.filter(isDated);
  const undated = members.filter((member) => !isDated(member));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {roleTypes.map((type) => (
        <Group
          key={type}
          title={capitalised(groupNames[type])}
          members={dated.filter(({ role_type }) => role_type === type)}
          {...days}
        />
      ))}
      {undated.length > 0 && (
        <details open={dated.length === 0}>
          <summary className="cursor-pointer font-semibold">
            Names without dates <span className="font-normal text-muted">({undated.length})</span>
          </summary>
          <Members members={undated} {...days} isDated={false} />
        </details>
      )}
    </div>
  );
}

function Group({ title, members, ...days }: Props & { title: string }) {
  if (members.length === 0) return null;
  return (
    <section data-group aria-label={title} hidden={members.every((member) => certaintyOn(member, days.day) === "out")}>
      <h3 className="text-lg font-semibold">{title}</h3>
      <Members members={members} {...days} isDated />
    </section>
  );
}

function Members({ members, day, today, isDated }: Props & { isDated: boolean }) {
  return (
    <ul className="mt-2 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
      {members.map((member) => {
        const certainty = certaintyOn(member, day);
        return (
          <li
            key={member.id}
            hidden={isDated && certainty === "out"}
            data-days={isDated ? daysAsText(member) : undefined}
            className="border-t border-line py-2 [overflow-wrap:anywhere]"
          >
            <PageLink href={pageOf("people", member.person.id)}>{member.person.name}</PageLink>
            <Marks marks={member.marks} />
            <span data-perhaps hidden={!isDated || certainty === "certain"} className="ml-2 text-sm text-muted">
              possibly
            </span>
            <span className="block text-sm">{partOf(member)}</span>
            {isDated && (
              <span className="block text-sm text-muted">
                {member.engagements.map((one) => engagementInWords(one, today)).join("; ")}
                {member.verifiedOn !== null && ` · verified ${formatDay(member.verifiedOn)}`}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The role, and the roles that the person covers. */
function partOf({ role, role_type, covers }: CompanyMember): string {
  const others = covers.map(({ name }) => name).filter((name) => name !== role?.name);
  const own = role?.name ?? capitalised(role_type);
  return others.length === 0 ? own : `${own}, covers ${others.join(", ")}`;
}
