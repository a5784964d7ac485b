// Creates 20,000 cast members as staff would: one batch over the API.
export const benchAdministrator = { email: "admin@theatre.local", password: "curtain-up-tonight" };

const production_id = "hamilton-victoria-palace-2017";

/** @returns how long it took, in seconds. */
export async function createCastMembers(url, members) {
  const people = Array.from({ length: members }, (_, n) => ({ id: `actor-${n}`, name: `Actor ${n} Zoë Thornton` }));
  const changes = people.flatMap(({ id, name }) => [
    { action: "create", resource: "people", id, data: { name } },
    { action: "create", resource: "cast-members", data: { person_id: id, production_id, role_type: "ensemble" } },
  ]);
  const headers = { cookie: await signInAsAdministrator(url), "content-type": "application/json" };
  const started = performance.now();
  const answer = await fetch(`${url}/api/changes`, { method: "POST", headers, body: JSON.stringify({ changes }) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text.slice(0, 1000));
  return (performance.now() - started) / 1000;
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
