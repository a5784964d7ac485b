import "server-only";

/** Whether a run's dates include a day. All are `YYYY-MM-DD`, so text comparison orders them by time. */
export function isRunningOn(day: string, run: { opening_date: string; closing_date: string | null }): boolean {
  return run.opening_date <= day && (run.closing_date === null || day <= run.closing_date);
}
