// The mutants of `scripts/mutants.mjs`.
/**
 * What each one breaks, in a sentence; its changes as [file, text, replacement], where the text occurs once; the files or
 * folders of tests of `npm test` that should notice.
 */
export const mutants = [
  {
    breaks: "The limiter grants a batch one request too many",
    changes: [
      [
        "lib/rate-limit/count-statements.ts",
        "granted = GREATEST(0, LEAST(EXCLUDED.allowed + EXCLUDED.refused, EXCLUDED.daily_limit - usage.allowed)),",
        "granted = GREATEST(0, LEAST(EXCLUDED.allowed + EXCLUDED.refused, EXCLUDED.daily_limit - usage.allowed + 1)),",
      ],
    ],
    suites: ["lib/rate-limit/limiter.test.ts"],
  },
  {
    breaks: "Counts made during an outage are not sent when the store is back",
    changes: [["lib/rate-limit/fallback.ts", "const times = local.takePending(bucket, day);", "const times = 0;"]],
    suites: ["lib/rate-limit/fallback.test.ts"],
  },
  {
    breaks: "Refused requests are not given back to Redis",
    changes: [["lib/rate-limit/upstash.ts", "if (refused > 0) void giveBack", "if (refused > 1e15) void giveBack"]],
    suites: ["lib/rate-limit/upstash.test.ts"],
  },
  {
    breaks: "A revoked key is judged by the clock of the instance",
    changes: [["lib/keys/queries.ts", "accounts.blocked OR keys.revoked_at <= clock_timestamp()", "accounts.blocked"]],
    suites: ["lib/http/identify.test.ts", "lib/keys/api/instances.test.ts"],
  },
  {
    breaks: "Sec-Fetch-Site is ignored",
    changes: [["lib/http/csrf.ts", 'if (site !== undefined && site !== "same-origin"', 'if (site === "nowhere"']],
    suites: ["lib/http/csrf.test.ts", "lib/http/matrix.test.ts"],
  },
  {
    breaks: "An editor may manage accounts",
    changes: [["lib/access/permissions.browser.ts", 'manageAccounts: "admin"', 'manageAccounts: "editor"']],
    suites: ["lib/http/matrix.test.ts"],
  },
  {
    breaks: "If-Match is ignored",
    changes: [
      [
        "lib/records/record-operations.ts",
        "if (ifMatch === undefined || matchesTag(ifMatch, current)) return;",
        "if (ifMatch !== current) return;",
      ],
    ],
    suites: ["lib/resources/resources.test.ts"],
  },
  {
    breaks: "A record is deleted although others refer to it",
    changes: [
      [
        "lib/records/delete-record.ts",
        "if (Object.keys(references).length > 0) throw",
        "if (Object.keys(references).length > 99) throw",
      ],
    ],
    suites: ["lib/records/writes.test.ts"],
  },
  {
    breaks: "An undo overwrites what was changed since",
    changes: [["lib/history/activity/undo-entry.ts", "if (isRecordTouched && !isDeep", "if (!entry && !isDeep"]],
    suites: ["lib/resources/resources.test.ts"],
  },
  {
    breaks: "The catalogue is not told of changes by its own process",
    changes: [["lib/infrastructure.ts", "() => catalogue.invalidate()", "() => undefined"]],
    suites: ["lib/history/generated.test.ts"],
  },
  {
    breaks: "Who may be in a cast on a day is certainly in it",
    changes: [
      ["lib/resources/cast-members/presence.browser.ts", "certain: isAmong(certain)", "certain: isAmong(possible)"],
    ],
    suites: ["lib/resources/cast-members/presence.test.ts", "lib/listings/casts/casts.test.ts"],
  },
  {
    breaks: "A closing day is not a day of the run",
    changes: [
      [
        "lib/resources/cast-members/presence.browser.ts",
        "first <= day && (last === null || day <= last)",
        "first <= day && (last === null || day < last)",
      ],
    ],
    suites: ["lib/resources/cast-members/presence.test.ts", "lib/listings/casts/casts.test.ts"],
  },
  {
    breaks: "A spreadsheet runs formulas of an export",
    changes: [["lib/editing/csv/cell.browser.ts", "return needsMark.test(text) ?", 'return text === "" ?']],
    suites: ["lib/editing/csv"],
  },
  {
    breaks: "All pages have one nonce",
    changes: [["lib/server/pages/page-headers.ts", "randomBytes(16)", "randomBytes(16).fill(1)"]],
    suites: ["lib/server/pages/pages.test.ts"],
  },
  {
    breaks: "The page of a signed-in reader is kept, and sent to others",
    changes: [
      [
        "lib/server/pages/pages.ts",
        "if (context.cache.isSignedIn(request)) serveOwnPage",
        "if (isDevelopment) serveOwnPage",
      ],
      ["lib/server/pages/page-cache.ts", "isSecure, cookie: chosen };", "isSecure, cookie };"],
    ],
    suites: ["lib/server/pages/pages.test.ts"],
  },
  {
    breaks: "Eleven wrong passwords are checked instead of ten",
    changes: [["lib/accounts/sign-in/sign-in.ts", "perEmailAndAddress: 10", "perEmailAndAddress: 11"]],
    suites: ["lib/accounts/sign-in/wrong-passwords.test.ts"],
  },
  {
    breaks: "A used code of an authenticator app works again",
    changes: [["lib/accounts/second-factors/code-queries.ts", "{ lt: last_step }", "{ lte: last_step }"]],
    suites: ["lib/accounts/second-factors/sign-in.test.ts"],
  },
  {
    breaks: "A database of a newer version is opened",
    changes: [
      [
        "lib/db/migrate.ts",
        "refuseFaults(database.place, scripts, recorded);",
        "refuseFaults(database.place, scripts, recorded.filter(({ name }) => scripts.has(name)));",
      ],
    ],
    suites: ["lib/db/migrate.test.ts"],
  },
  {
    breaks: "Counts of a killed process are not read from its journal",
    changes: [["lib/db/embedded/embedded.ts", "await replayCounts(pglite, folder);", ""]],
    suites: ["lib/rate-limit/journal.test.ts"],
  },
  {
    breaks: "The draft of a form is not stored",
    changes: [
      ["components/records/form/drafts.ts", "else localStorage.setItem(key, JSON.stringify(kept));", "else return;"],
    ],
    suites: ["e2e/dashboard-losing-nothing.e2e.ts"],
  },
  {
    breaks: "A key's secret is shown again after its dialog was closed",
    changes: [
      [
        "components/portal/keys/key-dialogs.tsx",
        "origin={origin} onClose={close}",
        "origin={origin} onClose={() => {}}",
      ],
    ],
    suites: ["e2e/portal.e2e.ts"],
  },
];
