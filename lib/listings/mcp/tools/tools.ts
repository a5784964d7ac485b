import "server-only";
import type { Tool } from "../tool.ts";
import { showHistory, theatreTool, whatsOn } from "./listings.ts";
import { personCredits } from "./people.ts";
import { recentChanges } from "./recent-changes.ts";
import { search } from "./search.ts";
import { whoWasInTool } from "./who-was-in.ts";

/** The tools of the MCP server (contract §20). */
export const tools: readonly Tool[] = [
  whatsOn,
  search,
  whoWasInTool,
  personCredits,
  showHistory,
  theatreTool,
  recentChanges,
];
