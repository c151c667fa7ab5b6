/** The page that the gateway shows at a file link that has expired. */
export const CLOSED_FILE_ROUTE = '/closed-file';
