/** Where the package was installed from; empty in the repository. The service writes it when it packs the client. */
export const packageOrigin: string = "";
