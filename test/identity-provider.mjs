import { once } from "node:events";
import { createServer } from "node:http";
import Provider from "oidc-provider";

/**
 * A real OpenID provider on this machine, which signs in the current `person` without a form. Its client is created
 * once the service's address is known.
 */
export async function startIdentityProvider() {
  /** @type {{ sub: string, email?: string, email_verified?: boolean, name?: string }} */
  const stranger = { sub: "unknown" };
  const state = { person: stranger, answer: null };
  const server = createServer((request, response) => state.answer?.(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${server.address().port}`;
  return {
    issuer,
    clientId: "theatre",
    clientSecret: "a-secret-between-the-two-of-them",
    /** @param {typeof stranger} person */
    become: (person) => {
      state.person = person;
    },
    /** @param {string} redirectUri */
    expect: (redirectUri) => {
      state.answer = answerer(issuer, redirectUri, state);
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answerer(issuer, redirectUri, state) {
  const provider = new Provider(issuer, {
    clients: [
      { client_id: "theatre", client_secret: "a-secret-between-the-two-of-them", redirect_uris: [redirectUri] },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ["a key for tests"] },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => state.person }),
  });
  const callback = provider.callback();

  async function interact(request, response) {
    const { params } = await provider.interactionDetails(request, response);
    const accountId = state.person.sub;
    const grant = new provider.Grant({ accountId, clientId: params.client_id });
    grant.addOIDCScope("openid email profile");
    const result = { login: { accountId }, consent: { grantId: await grant.save() } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }

  return (request, response) => {
    if (!request.url.startsWith("/interaction/")) return callback(request, response);
    return interact(request, response).catch((error) => response.writeHead(500).end(String(error)));
  };
}
