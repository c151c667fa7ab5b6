/** Suggests the mail service that was meant: a slip in its name is the commonest mistake in an address. */

const SERVICES = (
  'gmail.com mail.ru yandex.ru ya.ru bk.ru inbox.ru list.ru rambler.ru outlook.com hotmail.com' +
  ' live.com yahoo.com icloud.com proton.me protonmail.com umail.uz inbox.uz mail.uz'
).split(' ');

/** Real services that look like a slip of another one. */
const NO_SLIPS = new Set(
  'mail.com email.com ymail.com yandex.com yandex.kz yandex.uz yandex.by me.com gmx.com'.split(' '),
);

/** Longer than any service with its slips. */
const LONGEST_SLIP = 40;

/** The address with its service corrected; null when nothing looks wrong. */
export function suggestEmail(email: string): string | null {
  const at = email.lastIndexOf('@');
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase();
  // Comparing takes the time of all its letters for each service.
  if (domain.length > LONGEST_SLIP) return null;
  if (at < 1 || SERVICES.includes(domain) || NO_SLIPS.has(domain)) return null;
  const meant = SERVICES.find((service) => slips(domain, service) <= (service.length > 7 ? 2 : 1));
  return meant ? `${email.slice(0, at).trim()}@${meant}` : null;
}

/** Edit distance: letters left out, added, changed or swapped with their neighbour. */
function slips(typed: string, meant: string): number {
  const rows: number[][] = [];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 0; i <= typed.length; i += 1) {
    // All of them left out.
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= meant.length; j += 1) {
      const same = typed[i - 1] === meant[j - 1] ? 0 : 1;
      const swapped = typed[i - 1] === meant[j - 2] && typed[i - 2] === meant[j - 1];
      const cost = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same);
      row.push(swapped ? Math.min(cost, at(i - 2, j - 2) + 1) : cost);
    }
  }
  return at(typed.length, meant.length);
}
