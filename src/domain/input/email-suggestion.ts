/** Suggests the intended mail service for misspellings that are not services. */

/** Service → frequent misspellings: letters omitted, doubled, swapped, or adjacent on the keyboard. */
const MISSPELT: Record<string, string> = {
  'gmail.com':
    'gmail gmailcom gmial.com gmai.com gmal.com gmil.com gamil.com gmaill.com gmailc.om gmail.cm gmail.co gmail.om gnail.com gmaul.com gmsil.com gmali.com gmeil.com gmaik.com gail.com gmaio.com',
  'mail.ru': 'mial.ru mai.ru mall.ru maill.ru mali.ru nail.ru mael.ru',
  'yandex.ru': 'yadex.ru yanex.ru yandx.ru yandec.ru yandeks.ru yande.ru jandex.ru',
  'bk.ru': '',
  'inbox.ru': 'inbx.ru imbox.ru',
  'list.ru': 'lst.ru',
  'rambler.ru': 'ramber.ru rambller.ru ramler.ru',
  'outlook.com': 'outlok.com outloo.com outllok.com otlook.com outlook.co outlook.cm outluk.com',
  'hotmail.com': 'hotmial.com hotmai.com hotmal.com hotnail.com hotmail.co hotmail.cm hotmil.com hitmail.com',
  'yahoo.com': 'yaho.com yahooo.com yhaoo.com yahoo.co yahoo.cm yaoo.com',
  'icloud.com': 'iclod.com icoud.com icluod.com icloud.co icloud.cm iclould.com',
  'proton.me': 'protn.me protom.me',
  'umail.uz': 'umial.uz umai.uz umaill.uz',
  'yandex.com': 'yadex.com yanex.com yandx.com yandec.com yandeks.com yande.com jandex.com yandex.co',
  'yandex.kz': 'yadex.kz yanex.kz yandx.kz yandeks.kz jandex.kz',
  'yandex.by': 'yadex.by yanex.by yandx.by yandeks.by jandex.by',
  'ya.ru': '',
  'mail.kz': 'mial.kz mai.kz maill.kz',
  'qq.com': 'qq.co qq.cn qq.cm qqq.com',
  '163.com': '163.co 163.cn 163.cm 1633.com',
  '126.com': '126.co 126.cn 126.cm 1266.com',
  'sina.com': 'sina.co sian.com',
  'naver.com': 'never.com navr.com naver.co naver.cm nvaer.com navar.com navre.com naever.com nave.com',
  'daum.net': 'duam.net daum.com daum.ne dawm.net damu.net',
  'hanmail.net': 'hanmail.com hanmal.net hamail.net hanmial.net',
  'rediffmail.com':
    'redifmail.com reddifmail.com rediffmail.co rediffmail.in rediffmial.com redifffmail.com reddiffmail.com rediffmal.com rediffmai.com',
  'web.de': 'wed.de webb.de weg.de wbe.de',
  'gmx.de': 'gxm.de gmxx.de gmz.de',
  'gmx.net': 'gmx.ne gxm.net gmxx.net gmz.net',
  'gmx.at': 'gxm.at gmxx.at',
  't-online.de': 'tonline.de t-onlin.de t-onlien.de t-oline.de',
  'orange.fr': 'orang.fr ornage.fr orage.fr oragne.fr ornge.fr',
  'wanadoo.fr': 'wanado.fr wandoo.fr',
  'laposte.net': 'lapost.net lapsote.net',
  'wp.pl': 'wpp.pl',
  'onet.pl': 'onte.pl ont.pl onett.pl',
  'interia.pl': 'intera.pl interai.pl',
  'tut.by': 'tutt.by',
  'ukr.net': 'ukr.ne urk.net',
};

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
