/** What a company is asked for in a part: the part's title, or its questions if the applicant answers the others. */
import type { Part } from '../../domain/application/fields.ts';
import type { ApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { fieldsOfParts, isWholePart } from '../../domain/parcel/company-parts.ts';
import { pageText } from '../../stores/page-text.ts';
import { labelOf } from '../fields/field-texts.ts';

export function askedTitle(locale: Locale, type: ApplicationType, part: Part): string {
  const t = pageText(locale, 'forms');
  if (isWholePart(type, part)) return t(`parts.${part}.title`, { context: type });
  return fieldsOfParts(type, [part])
    .map((name) => labelOf({ t, type }, name))
    .join(', ');
}
