/** The page of a file link that opens nothing any more; the gateway serves it at such a link. */
export const CLOSED_FILE_ROUTE = '/closed-file';
