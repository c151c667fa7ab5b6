/** Made-up applicants: the typed values by wire name. Dates are `YYYY-MM-DD`, files are names in tests/fixtures. */
import { fieldsOf, type Part } from '../../../src/domain/application/fields.ts';
import { APPLICATION_TYPES, type ApplicationType } from '../../../src/domain/application/types.ts';
import type { ApplicationValues } from '../../../src/domain/application/values.ts';
import { utcDate } from '../../../src/domain/input/date.ts';
import { applicantTyped, applicantValues, relativeValues, type Typed } from '../../fixtures/applicants.ts';

export type { Typed };

export interface Applicant {
  type: ApplicationType;
  step1: Typed;
  step2: Typed;
  /** Derived values, by wire name. */
  filledIn?: Record<string, string>;
}

export const PASSWORD = 'пять синих куполов 2031';

/** Returns the date `years` years and `days` days from today. */
export function dateFromToday(years: number, days = 0): string {
  const date = new Date();
  date.setUTCFullYear(date.getUTCFullYear() + years, date.getUTCMonth(), Math.min(date.getUTCDate(), 28) + days);
  return date.toISOString().slice(0, 10);
}

const file = (name: string) => ({ name, size: 1, type: null });

/** Answers in several scripts, with every optional field. Files are names only. */
export function valuesOf(email: string): ApplicationValues {
  return applicantValues(utcDate(new Date()), file, {
    surname: "O'Connor-Łukasz",
    name: 'Анна',
    middlename: 'Мария',
    date_birth: '1990-02-28',
    citizenship: 'PL',
    passport_number: 'EA1234567',
    email,
    phone: '+48 512 345 678',
    additional_phone: '+998 90 123 45 67',
    // Without metadata, so that the stored file equals the chosen one.
    file5: file('photo-clean.jpg'),
    formatted_address: { region: '14', district: '200', street: 'ул. Амира Темура, 15', flat: '7' },
    project: 'Центр обработки данных',
    activity: 'Строим центр обработки данных.\nВкладываем в оборудование.',
    company_name: 'ООО «Синий купол»',
    employer_address: { region: '14', district: '200', street: 'ул. Мирзо Улугбека, 56', flat: 'офис 3' },
    applicant_fio: 'Каримова Дилноза',
    petitioner_surname: 'Рахимов',
    petitioner_name: 'Тимур',
    petitioner_middlename: 'Бахтиёрович',
    formatted_relatives: [
      relativeValues(file, {
        surname: 'Łukasz',
        name: 'Jan',
        middlename: 'Piotr',
        citizenship: 'PL',
        relativePassport: 'EB7654321',
        relativeInn: '123456789',
        file6: file('photo-clean.jpg'),
      }),
    ],
    previos_trips: 'Одна поездка, без нарушений сроков.',
    last_trips: [{ trip_country: 'KZ', trip_aim: 'Рабочая встреча', date_from: '2024-06-01', date_to: '2024-06-05' }],
  });
}

function applicant(type: ApplicationType, values: ApplicationValues): Applicant {
  return { type, step1: applicantTyped(type, { step: 1 }, values), step2: applicantTyped(type, { step: 2 }, values) };
}

/** Returns what an applicant types in one part of the form. */
export function typedValues(part: Part, { type, step1, step2 }: Applicant): Typed {
  const asked = new Set<string>(fieldsOf(type, { part }).map(({ name }) => name));
  const own = Object.entries({ ...step1, ...step2 }).filter(([path]) => asked.has(path.split('.')[0] ?? ''));
  return Object.fromEntries(own);
}

/** A founder with every field filled; company and contact come from the petitioner's name. */
export function founder(email: string): Applicant {
  const petitioner = 'ООО «Бирюзовый двор»';
  return {
    ...applicant('founder', { ...valuesOf(email), petitioner_name: petitioner }),
    filledIn: { company_name: petitioner, applicant_fio: petitioner },
  };
}

/** Applicants with every field filled, a relative and two trips. */
const filled = (type: ApplicationType) => (email: string) => applicant(type, valuesOf(email));

export const APPLICANTS = {
  ...(Object.fromEntries(APPLICATION_TYPES.map((type) => [type, filled(type)])) as Record<
    ApplicationType,
    ReturnType<typeof filled>
  >),
  founder,
};
export const { specialist, investor } = APPLICANTS;
