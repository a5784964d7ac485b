import * as unmatched from "@/app/api/[[...unmatched]]/route";
import * as foundNotice from "@/app/api/account/found-keys/[id]/route";
import * as identity from "@/app/api/account/identities/[provider]/route";
import * as ownAccount from "@/app/api/account/route";
import * as session from "@/app/api/account/sessions/[id]/route";
import * as sessions from "@/app/api/account/sessions/route";
import * as account from "@/app/api/accounts/[id]/route";
import * as accounts from "@/app/api/accounts/route";
import * as reversal from "@/app/api/activity/[id]/revert/route";
import * as activity from "@/app/api/activity/route";
import * as castMember from "@/app/api/cast-members/[id]/route";
import * as castMembers from "@/app/api/cast-members/route";
import * as readiness from "@/app/api/health/ready/route";
import * as changes from "@/app/api/changes/route";
import * as health from "@/app/api/health/route";
import * as key from "@/app/api/keys/[id]/route";
import * as keyRotation from "@/app/api/keys/[id]/rotate/route";
import * as keyUsage from "@/app/api/keys/[id]/usage/route";
import * as foundKey from "@/app/api/keys/found/route";
import * as keys from "@/app/api/keys/route";
import * as metrics from "@/app/api/metrics/route";
import * as openapi from "@/app/api/openapi.json/route";
import * as people from "@/app/api/people/route";
import * as person from "@/app/api/people/[id]/route";
import * as problems from "@/app/api/problems/route";
import * as production from "@/app/api/productions/[id]/route";
import * as productions from "@/app/api/productions/route";
import * as quota from "@/app/api/quota/route";
import * as role from "@/app/api/roles/[id]/route";
import * as roles from "@/app/api/roles/route";
import * as securityLog from "@/app/api/security-log/route";
import * as show from "@/app/api/shows/[id]/route";
import * as shows from "@/app/api/shows/route";
import * as theatre from "@/app/api/theatres/[id]/route";
import * as theatres from "@/app/api/theatres/route";
import { run } from "@/lib/server/run";

/** Every `route.ts` under `app/api`: a test asks each over HTTP. */
const mounted = [
  unmatched,
  account,
  accounts,
  activity,
  reversal,
  castMember,
  castMembers,
  changes,
  foundKey,
  foundNotice,
  health,
  identity,
  key,
  keyRotation,
  keys,
  keyUsage,
  metrics,
  openapi,
  ownAccount,
  people,
  person,
  problems,
  production,
  productions,
  quota,
  readiness,
  role,
  roles,
  securityLog,
  session,
  sessions,
  show,
  shows,
  theatre,
  theatres,
];

await run(mounted.flatMap(({ GET }) => GET.route ?? []));
