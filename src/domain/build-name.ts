/** Where a page and the portal say of which build they are: the name of a `<meta>`, and the file that names the newest one. */
export const BUILD_META = 'build';
export const BUILD_FILE = '/build.txt';
/** The meta element that names what the addresses begin with whose pages take each other's place, with spaces between. */
export const ROUTES_META = 'routed';
