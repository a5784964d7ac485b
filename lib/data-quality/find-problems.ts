import "server-only";
import type { RuleData } from "./rule-data.ts";
import { closedRunStillCurrent, currentShowNotThere, twoOpenProductions } from "./theatre-rules.ts";
import { duplicatePeople } from "./person-rules.ts";
import {
  bookingUntilPast,
  imageNotHttps,
  missingCapacity,
  missingCoordinates,
  productionWithoutCast,
} from "./record-rules.ts";
import type { DataProblem, rules } from "./schema.ts";

/** Finds one kind of problem as of a day (`YYYY-MM-DD`), with possible fixes. */
type Rule = (data: RuleData, today: string) => DataProblem[];

const all: Record<(typeof rules)[number], Rule> = {
  "current-show-not-there": currentShowNotThere,
  "closed-run-still-current": closedRunStillCurrent,
  "two-open-productions": twoOpenProductions,
  "booking-until-past": bookingUntilPast,
  "duplicate-people": duplicatePeople,
  "production-without-cast": productionWithoutCast,
  "missing-coordinates": missingCoordinates,
  "missing-capacity": missingCapacity,
  "image-not-https": imageNotHttps,
};

/** @param today the day in London, whose calendar listings follow. */
export function findProblems(data: RuleData, today: string): DataProblem[] {
  return Object.values(all).flatMap((rule) => rule(data, today));
}
