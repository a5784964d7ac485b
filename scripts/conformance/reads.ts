import assert from "node:assert/strict";
import {
  bodyOf,
  check,
  errorOf,
  expectHeader,
  expectStatus,
  namesIn,
  ownServerCheck,
  readQuota,
  same,
  section,
} from "./check.ts";
import { answers, get, header, nameOf, send, tagOf, textOf } from "./client.ts";
import { answerOf, byId, flatten, idsOf, type PublicRecord, recordsOf, resources } from "./records.ts";

const unknownId = "no-record-has-this-id";

/** The resource that each reference names. */
const referenced: Record<string, string> = {
  show_id: "shows",
  current_show_id: "shows",
  theatre_id: "theatres",
  person_id: "people",
  role_id: "roles",
  production_id: "productions",
};

section("§4 Reads", () => {
  for (const resource of resources) {
    const { path, singular, order } = resource;
    const place = `/api/${path}`;

    check(`${place}: sorted, with ids and references that hold; records, HEAD, OPTIONS, 304 and 404`, async () => {
      const entries = recordsOf(path);
      const [entry] = entries;
      expectHeader(answerOf(path), "link", /; rel="license"$/);
      const sorted = entries.toSorted((a, b) => (order(a) < order(b) ? -1 : order(a) > order(b) ? 1 : 0));
      same(`ids of ${place}`, idsOf(entries), idsOf(sorted));
      same(`number of ids of ${place}`, byId(path).size, entries.length);
      for (const field of Object.keys(entry).filter((name) => name in referenced)) {
        const known = byId(referenced[field] ?? "");
        const lost = entries.filter((each) => each[field] !== null && !known.has(each[field] as string));
        same(`records of ${place} whose ${field} is unknown`, idsOf(lost), []);
      }
      const answer = await get(`${place}/${encodeURIComponent(entry.id)}`);
      same(nameOf(answer), bodyOf(answer), flatten(resource, entry));
      const error = `${singular} not found`;
      same("404", errorOf(await get(`${place}/${unknownId}`), 404, error), { error });
      const head = await send(place, { method: "HEAD" });
      same(nameOf(head), [head.status, head.bytes.length], [200, 0]);
      for (const name of ["content-type", "content-length", "etag", "cache-control", "vary"])
        same(`${name} of ${nameOf(head)}`, header(head, name), header(answerOf(path), name));
      const options = await send(place, { method: "OPTIONS" });
      same(nameOf(options), [options.status, namesIn(options, "allow")], [204, "get head options post"]);
      for (const first of [answerOf(path), answer])
        for (const known of [tagOf(first), `W/${tagOf(first)}`, `"another" , W/${tagOf(first)}`]) {
          const again = await get(first.call.path, { "If-None-Match": known });
          const found = [again.status, again.bytes.length, tagOf(again)];
          same(`${nameOf(again)} with ${known}`, found, [304, 0, tagOf(first)]);
        }
    });
  }

  check(
    "Filters keep the order, and several are AND; older lists take several values, a newer one is strict",
    async () => {
      for (const { path, filters } of resources.filter((one) => one.filters.length > 0)) {
        const entries = recordsOf(path);
        const last = entries.at(-1) ?? entries[0];
        const query = new URLSearchParams(filters.map((field) => [field, String(entries[0][field])]));
        const [first = ""] = filters;
        if (path !== "crew-members") {
          query.append(first, String(last[first]));
          query.append("page", "[]");
        }
        const fits = (entry: PublicRecord) =>
          filters.every((field) => query.getAll(field).includes(String(entry[field])));
        same(`${path}?${query}`, bodyOf(await get(`/api/${path}?${query}`)), entries.filter(fits));
      }
      for (const query of [`person_id=${unknownId}`, "production_id="])
        same(query, bodyOf(await get(`/api/cast-members?${query}`)), []);
      for (const wrong of ["surprise=1", "job=juggler", "job=book&job=book"])
        errorOf(await get(`/api/crew-members?${wrong}`), 400, "Invalid request");
    },
  );

  check("An unknown id or path is 404; neither a slash nor what Next reads matters", async () => {
    for (const id of ["%00", "..%2Fshows", "'%20OR%201=1;--", "__proto__", "%F0%9D%84%9E".repeat(100)])
      errorOf(await get(`/api/shows/${id}`), 404, "Show not found");
    for (const path of ["/api", "/api/nothing/of/the/kind"])
      same(path, errorOf(await get(path), 404, "Not found"), { error: "Not found" });
    for (const path of ["/api/shows/", "/api/shows?_rsc=1x2y"]) {
      const answer = await get(path, { RSC: "1", "Next-Url": "/", "x-middleware-subrequest": "middleware" });
      same(path, [answer.status, tagOf(answer)], [200, tagOf(answerOf("shows"))]);
    }
  });

  ownServerCheck("Broken percent-encoding is 400; a method not offered 405, with Allow", async () => {
    for (const path of ["/api/shows/%E0%A4%A", "/api/productions?show_id=%zz"])
      errorOf(await get(path), 400, "Bad request");
    for (const [method, path, allow] of [
      ["TRACE", "/api/shows", "get head options post"],
      ["BREW", "/api/shows", "get head options post"],
      ["POST", `/api/shows/${unknownId}`, "delete get head options put"],
    ] as const) {
      const answer = await send(path, { method });
      errorOf(answer, 405, "Method not allowed");
      same(`Allow of ${nameOf(answer)}`, namesIn(answer, "allow"), allow);
    }
  });

  check("A 304 shows the bucket as it is; a tag of something else gives 200, in br or gzip if accepted", async () => {
    const { remaining } = await readQuota();
    const free = await get("/api/shows", { "If-None-Match": tagOf(answerOf("shows")) });
    // Other callers of the bucket can only lower the figure.
    same("remaining of the 304", Number(header(free, "x-ratelimit-remaining")), remaining);
    expectStatus(await get("/api/theatres", { "If-None-Match": "*" }), 304);
    expectStatus(await get("/api/shows", { "If-None-Match": '"another", W/' }), 200);
    for (const coding of ["br", "gzip", "gzip;q=0, zstd"]) {
      const answer = await get("/api/cast-members", { "Accept-Encoding": coding });
      const isCoded = !coding.includes(";");
      expectHeader(answer, "content-encoding", isCoded ? coding : null);
      expectHeader(answer, "content-length", String(answer.bytes.length));
      assert(textOf(answer) === textOf(answerOf("cast-members")), `content of ${nameOf(answer)} in ${coding}`);
      same(`ETag in ${coding} is another`, tagOf(answer) !== tagOf(answerOf("cast-members")), isCoded);
    }
  });

  check("Every read of the resources has Cache-Control: no-cache and Vary, every 200 a strong ETag", () => {
    const places = new RegExp(`^/api/(${resources.map(({ path }) => path).join("|")})([/?]|$)`);
    for (const answer of answers.filter(({ call }) => /^(GET|HEAD)$/.test(call.method) && places.test(call.path))) {
      if (answer.status < 400) expectHeader(answer, "cache-control", "no-cache");
      if (answer.status !== 400)
        same(`Vary of ${nameOf(answer)}`, namesIn(answer, "vary"), "accept-encoding authorization cookie");
      if (answer.status === 200) expectHeader(answer, "etag", /^"[\x21\x23-\x7e]+"$/);
    }
  });
});
