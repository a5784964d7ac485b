// Creates records as staff would: in batches over the API.
export const benchAdministrator = { email: "admin@theatre.local", password: "curtain-up-tonight" };

const production_id = "hamilton-victoria-palace-2017";

/** Creates cast members of one production as one batch. @returns how long it took, in seconds. */
export async function createCastMembers(url, members) {
  const people = Array.from({ length: members }, (_, n) => ({ id: `actor-${n}`, name: `Actor ${n} Zoë Thornton` }));
  const changes = people.flatMap(({ id, name }) => [
    { action: "create", resource: "people", id, data: { name } },
    { action: "create", resource: "cast-members", data: { person_id: id, production_id, role_type: "ensemble" } },
  ]);
  const cookie = await signInAsAdministrator(url);
  const started = performance.now();
  await send(url, cookie, changes);
  return (performance.now() - started) / 1000;
}

/** Creates closed productions, each with a cast of five: a hundred times the dataset is 29,000. */
export async function createPastProductions(url, productions) {
  const cookie = await signInAsAdministrator(url);
  const people = Array.from({ length: 1000 }, (_, n) => ({ id: `past-actor-${n}`, name: `Past Actor ${n}` }));
  await send(
    url,
    cookie,
    people.map(({ id, name }) => ({ action: "create", resource: "people", id, data: { name } })),
  );
  const all = Array.from({ length: productions }, (_, n) => n);
  while (all.length > 0)
    await send(
      url,
      cookie,
      all.splice(0, 5000).flatMap((n) => pastProduction(n, people)),
    );
}

function pastProduction(n, people) {
  const production = `past-production-${n}`;
  const dates = { opening_date: `${1900 + (n % 100)}-03-01`, closing_date: `${1900 + (n % 100)}-09-01` };
  return [
    {
      action: "create",
      resource: "productions",
      id: production,
      data: { show_id: "hamilton", theatre_id: "palace", ...dates },
    },
    ...Array.from({ length: 5 }, (_, place) => ({
      action: "create",
      resource: "cast-members",
      data: { production_id: production, person_id: people[(n + place) % people.length].id, role_type: "ensemble" },
    })),
  ];
}

async function send(url, cookie, changes) {
  const headers = { cookie, "content-type": "application/json" };
  const answer = await fetch(`${url}/api/changes`, { method: "POST", headers, body: JSON.stringify({ changes }) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text.slice(0, 1000));
}

/** @returns the administrator's cookies. */
export async function signInAsAdministrator(url) {
  const asked = await fetch(`${url}/api/auth/csrf`);
  const cookie = cookiesOf(asked);
  const { csrfToken } = await asked.json();
  const body = new URLSearchParams({ ...benchAdministrator, csrfToken, json: "true" });
  return cookiesOf(
    await fetch(`${url}/api/auth/callback/credentials`, {
      method: "POST",
      headers: { cookie },
      body,
      redirect: "manual",
    }),
  );
}

function cookiesOf(response) {
  return response.headers
    .getSetCookie()
    .map((one) => one.split(";", 1)[0])
    .join("; ");
}
