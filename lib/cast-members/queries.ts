import "server-only";
import { tableOf } from "../api/table.ts";
import { castMember } from "./schema.ts";

export const castMemberTable = tableOf("cast-members", "cast_members", castMember);
