/** The cut-out picture of both lines: across in characters, down in distances between the lines. */
export const LINES_PICTURE = {
  width: 44 + 2,
  /** From its left edge to the first character. */
  aside: 1,
  height: 1 + 2 * 0.6,
  /** From its upper edge to the middle of the first line. */
  above: 0.6,
} as const;
