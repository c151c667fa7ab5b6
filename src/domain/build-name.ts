/** Where a page names its build, and where the newest build is named. */
export const BUILD_META = 'build';
export const BUILD_FILE = '/build.txt';
/** The `<meta>` with the space-separated path prefixes that the client router handles. */
export const ROUTES_META = 'routed';
