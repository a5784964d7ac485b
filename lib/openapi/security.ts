import "server-only";

/** `components.securitySchemes` (contract §2). Neither is needed for reading. */
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
      "The session of somebody who has signed in. It raises the daily limit as a key does, where no `Authorization` header is sent. It is what one's own keys and account need. Writes and the activity log need one whose account is an editor's or an administrator's.",
  },
};
