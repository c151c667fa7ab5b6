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
};

const MEANT = new Map(
  Object.entries(MISSPELT).flatMap(([service, slips]) => slips.split(' ').map((slip) => [slip, service] as const)),
);

export function suggestEmail(email: string): string | null {
  const at = email.lastIndexOf('@');
  const meant = MEANT.get(
    email
      .slice(at + 1)
      .trim()
      .toLowerCase(),
  );
  return meant && at > 0 ? `${email.slice(0, at).trim()}@${meant}` : null;
}
