/** An issued visa as its holder knows it, and where its public page is. */

/** A visa as the applicant record carries it; dates are `YYYY-MM-DD`, both days included. */
export interface Visa {
  code: string;
  valid_from: string;
  valid_to: string;
}

/** The route of the page that shows a visa to whoever holds its code, without a language. */
export const visaRoute = (code: string) => `/employee-visa/${code}`;
