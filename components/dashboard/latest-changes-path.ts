/** One change may have many entries. */
export const latestChangesQuery = 100;

/** Where the latest changes stand under `/api`: also the server asks there. */
export const latestChanges = `/activity?limit=${latestChangesQuery}`;
