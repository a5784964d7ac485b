import assert from "node:assert/strict";
import { answers, check, get, ownServerCheck, same, section, send } from "./client.ts";
import { answerOf, byId, flatten, idsOf, type PublicRecord, recordsOf, resources } from "./deployment.ts";

const unknownId = "no-record-has-this-id";

section("§4 Reads", () => {
  for (const { path, singular, order } of resources) {
    const place = `/api/${path}`;

    check(`${place}: sorted, with ids and references that hold; records, HEAD, OPTIONS, 304 and 404`, async () => {
      const entries = recordsOf(path);
      const [entry] = entries;
      answerOf(path).expectHeader("link", /; rel="license"$/);
      const sorted = entries.toSorted((a, b) => (order(a) < order(b) ? -1 : order(a) > order(b) ? 1 : 0));
      same(`ids of ${place}`, idsOf(entries), idsOf(sorted));
      same(`number of ids of ${place}`, byId(path).size, entries.length);
      for (const target of resources) {
        const isReference = (name: string) => name.endsWith(`${target.singular.toLowerCase()}_id`);
        for (const field of Object.keys(entry).filter(isReference)) {
          const known = byId(target.path);
          const lost = entries.filter((each) => each[field] !== null && !known.has(each[field] as string));
          same(`records of ${place} whose ${field} is unknown`, idsOf(lost), []);
        }
      }
      const answer = await get(`${place}/${encodeURIComponent(entry.id)}`);
      same(answer.name, answer.body(), flatten(entry));
      const error = `${singular} not found`;
      same("404", (await get(`${place}/${unknownId}`)).errorBody(404, error), { error });
      const head = await send(place, { method: "HEAD" });
      same(head.name, [head.status, head.bytes.length], [200, 0]);
      for (const name of ["content-type", "content-length", "etag", "cache-control", "vary"])
        same(`${name} of ${head.name}`, head.header(name), answerOf(path).header(name));
      const options = await send(place, { method: "OPTIONS" });
      same(options.name, [options.status, options.namesIn("allow")], [204, "get head options post"]);
      for (const first of [answerOf(path), answer])
        for (const known of [first.tag, `W/${first.tag}`, `"another" , W/${first.tag}`]) {
          const again = await get(first.call.path, { "If-None-Match": known });
          const found = [again.status, again.bytes.length, again.tag];
          same(`${again.name} with ${known}`, found, [304, 0, first.tag]);
        }
    });
  }

  check("Filters keep the order, and several are AND; older lists take several values, newer are strict", async () => {
    for (const { path, filters } of resources.filter((resource) => resource.filters.length > 0)) {
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
      same(`${path}?${query}`, (await get(`/api/${path}?${query}`)).body(), entries.filter(fits));
    }
    for (const query of [`person_id=${unknownId}`, "production_id="])
      same(query, (await get(`/api/cast-members?${query}`)).body(), []);
    for (const wrong of ["surprise=1", "job=juggler", "job=book&job=book"])
      (await get(`/api/crew-members?${wrong}`)).errorBody(400, "Invalid request");
  });

  check("An unknown id or path is 404; neither a slash nor what Next reads matters", async () => {
    for (const id of ["..%2Fshows", "'%20OR%201=1;--", "__proto__", "%F0%9D%84%9E".repeat(100)])
      (await get(`/api/shows/${id}`)).errorBody(404, "Show not found");
    for (const path of ["/api", "/api/nothing/of/the/kind"])
      same(path, (await get(path)).errorBody(404, "Not found"), { error: "Not found" });
    for (const path of ["/api/shows/", "/api/shows?_rsc=1x2y"]) {
      const answer = await get(path, { RSC: "1", "Next-Url": "/", "x-middleware-subrequest": "middleware" });
      same(path, [answer.status, answer.tag], [200, answerOf("shows").tag]);
    }
  });

  ownServerCheck("Broken percent-encoding is 400; a method not offered 405, with Allow", async () => {
    (await get("/api/shows/%00")).errorBody(404, "Show not found");
    for (const path of ["/api/shows/%E0%A4%A", "/api/productions?show_id=%zz"])
      (await get(path)).errorBody(400, "Bad request");
    const ofList = "get head options post";
    const allowed = { TRACE: ofList, BREW: ofList, POST: "delete get head options put" };
    for (const [method, allow] of Object.entries(allowed)) {
      const answer = await send(allow === ofList ? "/api/shows" : `/api/shows/${unknownId}`, { method });
      answer.errorBody(405, "Method not allowed");
      same(`Allow of ${answer.name}`, answer.namesIn("allow"), allow);
    }
  });

  check("A tag of something else gives 200; a body is in br or gzip if accepted", async () => {
    (await get("/api/theatres", { "If-None-Match": "*" })).expectStatus(304);
    (await get("/api/shows", { "If-None-Match": '"another", W/' })).expectStatus(200);
    for (const coding of ["br", "gzip", "gzip;q=0, zstd"]) {
      const answer = await get("/api/cast-members", { "Accept-Encoding": coding });
      const isCoded = !coding.includes(";");
      answer.expectHeader("content-encoding", isCoded ? coding : null);
      answer.expectHeader("content-length", String(answer.bytes.length));
      assert(answer.text === answerOf("cast-members").text, `content of ${answer.name} in ${coding}`);
      same(`ETag in ${coding} is another`, answer.tag !== answerOf("cast-members").tag, isCoded);
    }
  });

  check("Every read of the resources has Cache-Control: no-cache and Vary, every 200 a strong ETag", () => {
    const places = new RegExp(`^/api/(${resources.map(({ path }) => path).join("|")})([/?]|$)`);
    for (const answer of answers.filter(({ call }) => /^(GET|HEAD)$/.test(call.method) && places.test(call.path))) {
      if (answer.status < 400) answer.expectHeader("cache-control", "no-cache");
      if (answer.status !== 400)
        same(`Vary of ${answer.name}`, answer.namesIn("vary"), "accept-encoding authorization cookie");
      if (answer.status === 200) answer.expectHeader("etag", /^"[\x21\x23-\x7e]+"$/);
    }
  });
});
