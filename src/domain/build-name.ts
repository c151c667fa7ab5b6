/** The `<meta>` and the file that name the build of a page and the newest one. */
export const BUILD_META = 'build';
export const BUILD_FILE = '/build.txt';
/** The `<meta>` with the path prefixes, separated by spaces, of the pages that the client router swaps. */
export const ROUTES_META = 'routed';
