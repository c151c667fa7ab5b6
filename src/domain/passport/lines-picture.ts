/** The cut-out picture of both lines: across in characters, down in distances between the lines. */
export const LINES_PICTURE = {
  width: 44 + 2,
  aside: 1,
  height: 1 + 2 * 0.6,
  above: 0.6,
} as const;
