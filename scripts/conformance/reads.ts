import assert from "node:assert/strict";
import { check, errorOf, bodyOf, expectHeader, expectStatus, namesIn, ownServerCheck, same, section } from "./check.ts";
import { answers, get, header, nameOf, send, tagOf, textOf } from "./client.ts";
import { answerOf, byId, flatten, idsOf, type PublicRecord, recordsOf, referenced, resources } from "./lists.ts";
import { readQuota } from "./quota.ts";

const unknownId = "no-record-has-this-id";

section("§4 Reads", () => {
  for (const resource of resources) {
    const { path, singular } = resource;
    const place = `/api/${path}`;

    check(`GET ${place}: sorted, with unique ids, all fields, and references that exist`, () => {
      const entries = recordsOf(path);
      expectHeader(answerOf(path), "link", /; rel="license"$/);
      for (const field of [...resource.fields, ...resource.embedded])
        same(`entries without ${field}`, idsOf(entries.filter((entry) => !(field in entry))), []);
      const sorted = entries.toSorted((a, b) => compare(resource.keys(a), resource.keys(b)));
      same(`ids of ${place}`, idsOf(entries), idsOf(sorted));
      same(`number of ids of ${place}`, new Set(idsOf(entries)).size, entries.length);
      for (const field of resource.fields.filter((name) => name in referenced)) {
        const known = byId(referenced[field] ?? "");
        const lost = entries.filter((entry) => entry[field] !== null && !known.has(entry[field] as string));
        same(`records of ${place} whose ${field} is unknown`, idsOf(lost), []);
      }
    });

    check(`GET ${place}/{id}: the record of the list, flat, with an ETag; an unknown id is 404`, async () => {
      const [entry] = recordsOf(path);
      const answer = await get(`${place}/${encodeURIComponent(entry.id)}`);
      same(nameOf(answer), bodyOf(answer), flatten(resource, entry));
      const again = await get(answer.call.path, { "If-None-Match": tagOf(answer) });
      same(nameOf(again), [again.status, again.bytes.length, tagOf(again)], [304, 0, tagOf(answer)]);
      const error = `${singular} not found`;
      same("404", errorOf(await get(`${place}/${unknownId}`), 404, error), { error });
    });

    check(`HEAD and OPTIONS ${place}: the headers of GET without a body; Allow`, async () => {
      const head = await send(place, { method: "HEAD" });
      same(nameOf(head), [head.status, head.bytes.length], [200, 0]);
      for (const name of ["content-type", "content-length", "etag", "cache-control", "vary"])
        same(`${name} of ${nameOf(head)}`, header(head, name), header(answerOf(path), name));
      const options = await send(place, { method: "OPTIONS" });
      same(nameOf(options), [options.status, namesIn(options, "allow")], [204, "get head options post"]);
    });

    check(`GET ${place}: If-None-Match gives 304 with the ETag, also weak or in a list`, async () => {
      const tag = tagOf(answerOf(path));
      for (const known of [tag, `W/${tag}`, `"another" , W/${tag}`]) {
        const answer = await get(place, { "If-None-Match": known });
        same(`${place} with ${known}`, [answer.status, answer.bytes.length, tagOf(answer)], [304, 0, tag]);
      }
    });
  }

  check("Filters keep the order; several are AND, their values OR; unknown ones are ignored", async () => {
    for (const { path, filters } of resources.filter((one) => one.filters.length > 0 && !one.isStrict)) {
      const entries = recordsOf(path);
      const last = entries.at(-1) ?? entries[0];
      for (const fields of [...filters.map((field) => [field]), filters]) {
        const [head = ""] = fields;
        const wanted = fields.map((field) => [field, String(entries[0][field])]);
        const query = new URLSearchParams([...wanted, [head, String(last[head])], ["page", "[]"]]);
        const fits = (entry: PublicRecord) =>
          fields.every((field) => query.getAll(field).includes(String(entry[field])));
        same(`${path}?${query}`, bodyOf(await get(`/api/${path}?${query}`)), entries.filter(fits));
      }
    }
    for (const query of [`person_id=${unknownId}`, "production_id="])
      same(query, bodyOf(await get(`/api/cast-members?${query}`)), []);
  });

  check("A newer list is strict: an unknown or repeated parameter and an unknown job are 400", async () => {
    for (const { path, filters } of resources.filter(({ isStrict }) => isStrict)) {
      const entries = recordsOf(path);
      const query = new URLSearchParams(filters.map((field) => [field, String(entries[0][field])])).toString();
      const fits = (entry: PublicRecord) => filters.every((field) => entry[field] === entries[0][field]);
      same(`${path}?${query}`, bodyOf(await get(`/api/${path}?${query}`)), entries.filter(fits));
      for (const wrong of ["surprise=1", "job=juggler", `${query}&${query}`])
        errorOf(await get(`/api/${path}?${wrong}`), 400, "Invalid request");
    }
  });

  check(
    "An unknown id of any form and an unknown path are 404; neither a slash nor what Next reads matters",
    async () => {
      for (const id of ["%00", "..%2Fshows", "'%20OR%201=1;--", "__proto__", "%F0%9D%84%9E".repeat(100)])
        errorOf(await get(`/api/shows/${id}`), 404, "Show not found");
      for (const path of ["/api", "/api/nothing/of/the/kind"])
        same(path, errorOf(await get(path), 404, "Not found"), { error: "Not found" });
      for (const path of ["/api/shows/", "/api/shows?_rsc=1x2y"]) {
        const answer = await get(path, { RSC: "1", "Next-Url": "/", "x-middleware-subrequest": "middleware" });
        same(path, [answer.status, tagOf(answer)], [200, tagOf(answerOf("shows"))]);
      }
    },
  );

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

  check("A 304 is free and shows the bucket as it is; a tag of something else gives 200", async () => {
    const { remaining } = await readQuota();
    const answer = await get("/api/shows", { "If-None-Match": tagOf(answerOf("shows")) });
    // Other callers of the bucket can only lower the figure.
    same("remaining of the 304", Number(header(answer, "x-ratelimit-remaining")), remaining);
    expectStatus(await get("/api/theatres", { "If-None-Match": "*" }), 304);
    expectStatus(await get("/api/shows", { "If-None-Match": '"another", W/' }), 200);
  });

  check("Bodies of 1 KiB and more are served in br or gzip if accepted, with the same content", async () => {
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

function compare(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  const index = a.findIndex((key, place) => key !== b[place]);
  return index < 0 ? 0 : (a[index] ?? "") < (b[index] ?? "") ? -1 : 1;
}
