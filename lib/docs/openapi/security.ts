import "server-only";

/** `components.securitySchemes` (contract §2). Reading requires neither. */
export const securitySchemes = {
  apiKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "tl_live_…",
    description: "An API key from the developer pages: it raises the daily limit. It never authorises a write.",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "next-auth.session-token",
    description:
      "The session of a signed-in account. Without an `Authorization` header it raises the daily limit as a key does. Required for your own keys and account; writes and the activity log require the session of an editor or an administrator.",
  },
};
