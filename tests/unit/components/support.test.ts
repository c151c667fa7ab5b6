/** A sentence for callers abroad never has the short number alone once the owner has set another. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { factsIn } from '../../../src/components/information/facts.ts';
import { linkedPhone, supportPhone } from '../../../src/components/support.ts';
import { SUPPORT_PHONE } from '../../../src/content/contacts.ts';
import { OWNER } from '../../../src/content/owner.ts';
import { contactWays, visaNotes } from '../../../src/content/owner-text.ts';
import { LOCALES } from '../../../src/domain/i18n/locales.ts';

const SET = { ...OWNER, phoneFromAbroad: '+998 71 200 13 45', hours: { ru: 'Пн–пт', en: 'Mon to Fri' } };

it.each(LOCALES)('supportPhone has the international number first, and where the short one works (%s)', (locale) => {
  const ways = contactWays(locale, SET);
  const phrase = supportPhone(locale, ways);
  expect(phrase.indexOf('+998 71 200 13 45')).toBe(0);
  expect(phrase).toContain('1345 (');
  expect(ways.hours).toBe(SET.hours[locale]);
  expect(linkedPhone(locale, ways).match(/\(tel:[^)]+\)/g)).toEqual(['(tel:+998712001345)', '(tel:1345)']);
});

it.each(LOCALES)(
  'contactWays leaves out an unset contact, and supportPhone says where the short number works (%s)',
  (locale) => {
    const ways = contactWays(locale, { ...OWNER, phoneFromAbroad: null, email: null, hours: null });
    expect(ways).toEqual({ inside: '1345', abroad: null, email: null, hours: null });
    expect(supportPhone(locale, ways)).toMatch(/^1345 \(.+\)$/);
  },
);

it("the owner's texts are typeset, and its address is not", () => {
  const own = { ...SET, email: 'e-mail@example.org', hours: { ru: 'С 9 до 18', en: '9 to 18' } };
  expect(contactWays('ru', own)).toMatchObject({ email: 'e-mail@example.org', hours: 'С\u00a09 до\u00a018' });
  const notes = { visaCollection: { ru: 'Визу выдают в посольстве', en: 'At the embassy' }, visaCost: null };
  expect(visaNotes('ru', { ...OWNER, ...notes })).toEqual({ collection: 'Визу выдают в\u00a0посольстве', cost: null });
});

it.each(LOCALES)('the information pages have both numbers as links once the owner has set the other (%s)', (locale) => {
  const { phone } = factsIn(locale, SET);
  expect(phone).toMatch(/^\[\+998 71 200 13 45\]\(tel:\+998712001345\) \(.+\), \[1345\]\(tel:1345\) \(.+\)$/);
});

it('no text has the short number in it, which would be without its label', () => {
  const texts = ['locales', 'src/content'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) =>
      name.endsWith('.json') ? [`${folder}/${name}`] : [],
    ),
  );
  expect(texts.filter((file) => readFileSync(file, 'utf8').includes(SUPPORT_PHONE))).toEqual([]);
});
