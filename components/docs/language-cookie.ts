/** A cookie, so that the server knows the choice when it renders. */
export const languageCookie = "language";
