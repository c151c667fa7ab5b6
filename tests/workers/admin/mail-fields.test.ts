/** Fields named outside their part: those with the same label as another are told apart, alike in mail and desk. */
import { beforeAll, describe, expect, it } from 'vitest';
import en from '../../../locales/admin/en.json' with { type: 'json' };
import ru from '../../../locales/admin/ru.json' with { type: 'json' };
import type { ApplicationType } from '../../../src/domain/application/types.ts';
import { LOCALES, type Locale } from '../../../src/domain/i18n/locales.ts';
import { typeset } from '../../../src/domain/i18n/typography.ts';
import { APPLICATION_PATHS } from '../../fixtures/applicants.ts';
import { createApplication, formOf, newEmail, shortValues, tokenOf } from './support/applications.ts';
import { desk, deskWith } from './support/desk.ts';
import { call, mails, migrate } from './support/host.ts';

beforeAll(migrate);

type Names = Record<string, string>;

const EN: Names = {
  surname: 'Surname (Personal details)',
  petitioner_surname: 'Surname (Who signs the letter)',
  name: 'First name (Personal details)',
  petitioner_name: 'First name (Who signs the letter)',
  passport_number: 'Passport number',
};
const RU: Names = {
  surname: 'Фамилия (Личные данные)',
  petitioner_surname: 'Фамилия (Кто подписывает письмо)',
  name: 'Имя (Личные данные)',
  petitioner_name: 'Имя (Кто подписывает письмо)',
  passport_number: 'Номер паспорта',
};
const NAMES: Record<Locale, Record<ApplicationType, Names>> = {
  en: {
    specialist: {
      ...EN,
      applicant_fio: 'Full name (Contact person)',
      applicant_position: 'Position (Contact person)',
      petitioner_position: 'Position (Who signs the letter)',
    },
    investor: { ...EN, applicant_position: 'Position' },
    founder: { surname: 'Surname', petitioner_name: 'Company or person that asks for your visa' },
  },
  ru: {
    specialist: {
      ...RU,
      applicant_fio: 'Фамилия, имя и отчество (Контактное лицо)',
      applicant_position: 'Должность (Контактное лицо)',
      petitioner_position: 'Должность (Кто подписывает письмо)',
    },
    investor: { ...RU, applicant_position: 'Должность' },
    founder: { surname: 'Фамилия', petitioner_name: 'Компания или человек, который просит выдать вам визу' },
  },
};

describe.each(LOCALES)('requested fields in %s', (locale) => {
  it.each(Object.entries(NAMES[locale]))(
    'the mail of a %s names each requested field unambiguously',
    async (type, names) => {
      const { id } = await createApplication({
        type: type as ApplicationType,
        values: shortValues({ email: newEmail() }),
        headers: { 'Accept-Language': locale },
      });
      mails.length = 0;
      await desk('set', id, 'changes_requested', '--note', '1', '--fields', Object.keys(names).join(','), '--now');
      const [mail] = mails;
      const listed = (mail?.text ?? '')
        .split('\n')
        .flatMap((line) => (line.startsWith('- ') && !line.includes(': ') ? [line.slice(2)] : []));
      expect(listed.toSorted()).toEqual(Object.values(names).toSorted());
      for (const name of Object.values(names)) expect(mail?.html).toContain(`>${name}</li>`);
    },
  );

  it('the mail of a request for changes has labels in place of wire names, and says whose turn it is', async () => {
    const { id } = await createApplication({ type: 'specialist', headers: { 'Accept-Language': locale } });
    mails.length = 0;
    await desk('set', id, 'changes_requested', '--note', '1', '--fields', 'file2,passport_date', '--now');
    const { text = '', html = '' } = mails[0] ?? {};
    const label = { ru: 'Дата выдачи паспорта', en: 'Passport issue date' }[locale];
    for (const form of [text, html]) {
      expect(form).toContain(label);
      expect(form).not.toMatch(/passport_date|file2/);
    }
    expect(text).toContain(typeset({ ru, en }[locale].mail.wayTurn));
  });

  it('desk show names changed fields as the mail does', async () => {
    const { id, email } = await createApplication({ type: 'specialist', values: shortValues({ email: newEmail() }) });
    await desk('set', id, 'changes_requested', '--note', '1', '--fields', 'petitioner_position', '--now');
    const values = shortValues({ email, petitioner_position: 'Head', applicant_position: 'Clerk' });
    expect(
      (
        await call(`${APPLICATION_PATHS.specialist}/${id}`, {
          token: await tokenOf(id),
          body: formOf('specialist', values),
        })
      ).status,
    ).toBe(200);
    const { data } = await deskWith({ locale })('show', id);
    const { applicant_position, petitioner_position } = NAMES[locale].specialist;
    for (const label of [petitioner_position, applicant_position]) expect(JSON.stringify(data)).toContain(`"${label}"`);
  });
});
