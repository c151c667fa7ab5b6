/** Suggests the intended mail service for misspellings that are not services. */

/** Service → frequent misspellings: letters omitted, doubled, swapped, or adjacent on the keyboard. */
const MISSPELT: Record<string, string> = {
  'gmail.com':
    'gmial.com gmai.com gmal.com gmil.com gamil.com gmaill.com gmailc.om gmail.con gmail.cm gmail.co gmail.om gmail.cmo gnail.com gmaul.com gmsil.com gmali.com gmeil.com gmaik.com gail.com gmaio.com',
  'mail.ru': 'mial.ru mai.ru mall.ru maill.ru mail.r mail.tu mail.ry mali.ru nail.ru mael.ru',
  'yandex.ru': 'yadex.ru yanex.ru yandx.ru yandec.ru yandeks.ru yande.ru yandex.r yandex.tu jandex.ru',
  'bk.ru': 'bk.r bk.tu',
  'inbox.ru': 'inbx.ru imbox.ru inbox.r inbox.tu',
  'list.ru': 'lst.ru list.r list.tu',
  'rambler.ru': 'ramber.ru rambller.ru ramler.ru rambler.r rambler.tu',
  'outlook.com': 'outlok.com outloo.com outllok.com otlook.com outlook.con outlook.co outlook.cm outluk.com',
  'hotmail.com':
    'hotmial.com hotmai.com hotmal.com hotnail.com hotmail.con hotmail.co hotmail.cm hotmil.com hitmail.com',
  'yahoo.com': 'yaho.com yahooo.com yhaoo.com yahoo.con yahoo.co yahoo.cm yaoo.com',
  'icloud.com': 'iclod.com icoud.com icluod.com icloud.con icloud.co icloud.cm iclould.com',
  'proton.me': 'protn.me protom.me',
  'umail.uz': 'umial.uz umai.uz umaill.uz',
  'yandex.com': 'yadex.com yanex.com yandx.com yandec.com yandeks.com yande.com jandex.com yandex.co',
  'yandex.kz': 'yadex.kz yanex.kz yandx.kz yandeks.kz jandex.kz',
  'yandex.by': 'yadex.by yanex.by yandx.by yandeks.by jandex.by',
  'ya.ru': 'ya.r ya.tu',
  'mail.kz': 'mial.kz mai.kz maill.kz mail.k',
  'qq.com': 'qq.co qq.cn qq.cm qqq.com',
  '163.com': '163.co 163.cn 163.cm 1633.com',
  '126.com': '126.co 126.cn 126.cm 1266.com',
  'sina.com': 'sina.co sian.com',
  'naver.com': 'never.com navr.com naver.co naver.cm nvaer.com navar.com naever.com nave.com',
  'daum.net': 'duam.net daum.com daum.ne dawm.net damu.net',
  'hanmail.net': 'hanmail.com hanmal.net hamail.net hanmial.net',
  'rediffmail.com':
    'redifmail.com reddifmail.com rediffmail.co rediffmail.in rediffmial.com redifffmail.com reddiffmail.com rediffmal.com',
  'web.de': 'wed.de web.d webb.de weg.de wbe.de',
  'gmx.de': 'gmx.d gxm.de gmxx.de gmz.de',
  'gmx.net': 'gmx.ne gxm.net gmxx.net gmz.net gmx.met',
  'gmx.at': 'gxm.at gmxx.at',
  't-online.de': 'tonline.de t-onlin.de t-onlien.de t-oline.de',
  'orange.fr': 'orang.fr ornage.fr orage.fr oragne.fr ornge.fr orange.f',
  'wanadoo.fr': 'wanado.fr wandoo.fr wanadoo.f',
  'laposte.net': 'lapost.net lapsote.net',
  'wp.pl': 'wp.p wpp.pl',
  'onet.pl': 'onte.pl ont.pl onet.p onett.pl',
  'interia.pl': 'intera.pl interai.pl interia.p',
  'tut.by': 'tut.b tutt.by',
  'ukr.net': 'ukr.ne urk.net ukr.met',
};

/** Slips at the end of any domain. `.co` and `.cm` are countries, and stay. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/\.(?:con|cmo|ocm|vom|xom|comm|coom|cim|cpm|c0m)$/, '.com'],
  [/\.(?:nte|ent|met|nett)$/, '.net'],
  [/\.(?:ogr|rog|orgg)$/, '.org'],
];

const MEANT = new Map(
  Object.entries(MISSPELT).flatMap(([service, slips]) => slips.split(' ').map((slip) => [slip, service] as const)),
);

export function suggestEmail(email: string): string | null {
  const at = email.lastIndexOf('@');
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase();
  const ending = ENDINGS.find(([slip]) => slip.test(domain));
  const corrected = ending ? domain.replace(...ending) : domain;
  const meant = MEANT.get(domain) ?? MEANT.get(corrected) ?? (ending ? corrected : undefined);
  return meant && at > 0 ? `${email.slice(0, at).trim()}@${meant}` : null;
}
