/** An application as people read it: parts, labels and answers as plain text, in one language. */
import type { Locale } from '../i18n/locales.ts';
import { fileNameOf } from '../input/files.ts';
import { type FieldKind, FLAG_OF, fieldsOf, LISTS, type ListName, type Part, partsOf } from './fields.ts';
import { fileSizeText } from './file-size.ts';
import { shownValue, type Words } from './shown-value.ts';
import type { ApplicationType } from './types.ts';
import { type ApplicationValues, type FileValue, isNewFile } from './values.ts';

export interface PresentedRow {
  name: string;
  label: string;
  /** `''` where nothing was answered. */
  value: string;
}

export interface PresentedPart {
  part: Part;
  rows: PresentedRow[];
  /** Items of the part's lists, each with its title. */
  items: { title: string; rows: PresentedRow[] }[];
}

/** Every answer of an application; what a "no" leaves out is not among them. */
export function presentApplication(
  type: ApplicationType,
  values: ApplicationValues,
  { t, locale }: { t: Words; locale: Locale },
): PresentedPart[] {
  const answers: Record<string, unknown> = { ...values };
  return partsOf(type).map((part) => {
    const asked = fieldsOf(type, { part }).filter(
      ({ name }) => !FLAG_OF[name] || answers[FLAG_OF[name] ?? ''] === 'yes',
    );
    return {
      part,
      rows: asked
        .filter(({ name }) => !(name in LISTS))
        .map(({ name, kind }) => ({
          name,
          label: t(`fields.${name}.label`, { context: type }),
          value: shownAnswer(kind, answers[name], { t, locale }),
        })),
      items: asked
        .filter(({ name }) => name in LISTS)
        .flatMap(({ name }) => presentItems(name as ListName, answers[name], { t, locale })),
    };
  });
}

function presentItems(list: ListName, items: unknown, words: { t: Words; locale: Locale }): PresentedPart['items'] {
  const fields = Object.entries(LISTS[list].item) as [string, { kind: FieldKind }][];
  return ((items ?? []) as Record<string, unknown>[]).map((item, index) => ({
    title: words.t(`lists.${list}.item`, { number: index + 1 }),
    rows: fields.map(([name, { kind }]) => ({
      name,
      label: words.t(`items.${list}.${name}.label`),
      value: shownAnswer(kind, item[name], words),
    })),
  }));
}

/** A file is its name, and its size while that is known. */
function shownAnswer(kind: FieldKind, value: unknown, words: { t: Words; locale: Locale }): string {
  if (kind !== 'file' && kind !== 'photo') return shownValue(kind, value, words);
  const file = value as FileValue | null;
  if (!file) return '';
  return isNewFile(file) ? `${file.name} (${fileSizeText(file.size, words.t)})` : fileNameOf(file.path);
}
