/** Suggests the intended mail service for misspellings that are not services. */
import services from './misspelt-services.json' with { type: 'json' };

/** Service → frequent misspellings: letters omitted, doubled, swapped, or adjacent on the keyboard. */
const MISSPELT: Record<string, string> = services;

/** Slips at the end of any domain, none of them a top-level domain. `.co` and `.cm` are countries, and stay. */
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

/** A corrected address; null where nothing looks misspelt. A Turkish keyboard writes "gmaıl" and "GMAİL", a phone's a comma. */
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
  const meant = MEANT.get(domain) ?? MEANT.get(corrected) ?? (isMeant ? corrected : undefined);
  return meant && at > 0 ? `${email.slice(0, at).trim()}@${meant}` : null;
}
