/**
 * Public holidays, on which the office does not work. Source of the fixed ones: Labour Code of Uzbekistan, article 208. Add the
 * movable ones (both Eids), and days off that the government moves, each year: docs/owner.md.
 */
export const HOLIDAYS: { yearly: readonly string[]; once: readonly string[] } = {
  /** `MM-DD`. */
  yearly: ['01-01', '03-08', '03-21', '05-09', '09-01', '10-01', '12-08'],
  /** `YYYY-MM-DD`. */
  once: [],
};
