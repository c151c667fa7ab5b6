/** The `<meta>` and the file with the build of a page and of the newest one. */
export const BUILD_META = 'build';
export const BUILD_FILE = '/build.txt';
/** The `<meta>` with the space-separated path prefixes that the client router handles. */
export const ROUTES_META = 'routed';
