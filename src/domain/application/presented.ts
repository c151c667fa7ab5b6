/** An application as people read it: sections, labels and answers as plain text, in one language. */
import { formatDate } from '../i18n/dates.ts';
import type { Locale } from '../i18n/locales.ts';
import { fileNameOf } from '../input/files.ts';
import { GENDERS } from '../reference/choices.ts';
import { countryName } from '../reference/countries.ts';
import { districtName } from '../reference/districts.ts';
import { regionName } from '../reference/regions.ts';
import { type FieldKind, FLAG_OF, LISTS, type ListName, type Section, sectionsOf } from './fields.ts';
import { fileSizeText } from './file-size.ts';
import type { ApplicationType } from './types.ts';
import { type Address, type ApplicationValues, type FileValue, isNewFile } from './values.ts';

/** Words of the namespace `forms`. */
type Words = (key: string, options?: Record<string, unknown>) => string;

export interface PresentedRow {
  name: string;
  label: string;
  /** `''` where nothing was answered. */
  value: string;
}

export interface PresentedSection {
  section: Section;
  rows: PresentedRow[];
  /** Items of the section's lists, each with its title. */
  items: { title: string; rows: PresentedRow[] }[];
}

/** Every answer of an application; what a "no" leaves out is not among them. */
export function presentApplication(
  type: ApplicationType,
  values: ApplicationValues,
  { t, locale }: { t: Words; locale: Locale },
): PresentedSection[] {
  const answers: Record<string, unknown> = { ...values };
  return ([1, 2] as const)
    .flatMap((step) => sectionsOf(type, step))
    .map(({ section, fields }) => {
      const asked = fields.filter(({ name }) => !FLAG_OF[name] || answers[FLAG_OF[name] ?? ''] === 'yes');
      return {
        section,
        rows: asked
          .filter(({ name }) => !(name in LISTS))
          .map(({ name, kind }) => ({
            name,
            label: t(`fields.${name}.label`, { context: type }),
            value: shownValue(kind, answers[name], { t, locale }),
          })),
        items: asked
          .filter(({ name }) => name in LISTS)
          .flatMap(({ name }) => presentItems(name as ListName, answers[name], { t, locale })),
      };
    });
}

function presentItems(list: ListName, items: unknown, words: { t: Words; locale: Locale }): PresentedSection['items'] {
  const fields = Object.entries(LISTS[list].item) as [string, { kind: FieldKind }][];
  return ((items ?? []) as Record<string, unknown>[]).map((item, index) => ({
    title: words.t(`lists.${list}.item`, { number: index + 1 }),
    rows: fields.map(([name, { kind }]) => ({
      name,
      label: words.t(`items.${list}.${name}.label`),
      value: shownValue(kind, item[name], words),
    })),
  }));
}

/** One value as text; `''` where nothing was given. A file is its name, and its size while that is known. */
export function shownValue(kind: FieldKind, value: unknown, { t, locale }: { t: Words; locale: Locale }): string {
  if (kind === 'address') return shownAddress(value as Address | undefined, { t, locale });
  if (kind === 'file' || kind === 'photo') return shownFile(value as FileValue | null, t);
  const text = String(value ?? '').trim();
  if (text === '') return '';
  switch (kind) {
    case 'date':
      return formatDate(text, locale);
    case 'country':
      return countryName(text, locale) || text;
    case 'months':
      return t('choices.months', { count: Number(text) });
    case 'kinship':
      return t(`choices.kinship.${text}`);
    case 'flag':
    case 'consent':
      return t(text === 'yes' ? 'choices.yes' : 'choices.no');
    case 'gender':
      return GENDERS.find((choice) => choice.value === text)?.[`label_${locale}`] ?? text;
    default:
      return text;
  }
}

function shownFile(file: FileValue | null, t: Words): string {
  if (!file) return '';
  return isNewFile(file) ? `${file.name} (${fileSizeText(file.size, t)})` : fileNameOf(file.path);
}

function shownAddress(address: Address | undefined, { t, locale }: { t: Words; locale: Locale }): string {
  if (!address) return '';
  const { region, district, street, flat } = address;
  const lines = [
    regionName(region, locale),
    districtName(district, locale),
    street,
    flat && `${t('address.flat').toLowerCase()} ${flat}`,
  ];
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ');
}
