/** More than are shown, because one change may have many entries. */
export const latestChangesQuery = 100;

/** The API path of the latest changes; the server prefetches it. */
export const latestChanges = `/activity?limit=${latestChangesQuery}`;
