import "server-only";
import type { Body, Coding } from "../snapshots/representation.ts";
import type { Call } from "./request.ts";
import type { Answer } from "./route.ts";

/** The best coding that a caller accepts (RFC 9110 §12.5.3). */
export function chooseCoding(acceptEncoding: string | undefined, body: Body): Coding {
  if (!acceptEncoding || !body.isWorthCompressing) return "identity";
  const weights = parseWeights(acceptEncoding);
  const weigh = (coding: string) => weights.get(coding) ?? weights.get("*") ?? 0;
  const [br, gzip] = [weigh("br"), weigh("gzip")];
  const best = Math.max(br, gzip);
  if (best === 0 || best < (weights.get("identity") ?? 0)) return "identity";
  return br >= gzip ? "br" : "gzip";
}

/** Whether `If-None-Match` names the content, in any coding of it (RFC 9110 §13.1.2, weak comparison). */
export function namesContent(ifNoneMatch: string, body: Body): boolean {
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((candidate) => {
    const tag = candidate.trim().replace(/^W\//, "");
    return (["identity", "br", "gzip"] as const).some((coding) => tag === body.etag(coding));
  });
}

/** Whether the caller already holds the answer, which is then a 304. */
export function isHeld(call: Call, { isConditional, body }: Answer): boolean {
  return isConditional === true && body !== null && namesContent(call.header("if-none-match") ?? "", body);
}

/** Whether `If-Match` names the content, in any coding of it (RFC 9110 §13.1.1, strong comparison). */
export function holds(ifMatch: string, body: Body): boolean {
  if (ifMatch.trim() === "*") return true;
  const tags = ifMatch.split(",").map((tag) => tag.trim());
  return (["identity", "br", "gzip"] as const).some((coding) => tags.includes(body.etag(coding)));
}

function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [coding = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    if (coding) weights.set(coding === "x-gzip" ? "gzip" : coding, Number.isFinite(weight) ? weight : 0);
  }
  return weights;
}
