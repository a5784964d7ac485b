import "server-only";
import { tableOf } from "../../resource/table.ts";
import { castMember } from "./schema.ts";

export const castMemberTable = tableOf("cast-members", "cast_members", castMember);
