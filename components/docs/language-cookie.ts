/** As with the theme, the server knows the choice before the first byte. */
export const languageCookie = "language";
