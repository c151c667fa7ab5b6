/** Answers chosen from a list, and answers of yes or no. */
import type { FieldCode } from '../api/field-codes.ts';
import { GENDERS, KINSHIP, MONTHS } from '../reference/choices.ts';
import { isCountry } from '../reference/countries.ts';
import { type Flag, type Kind, plainKind, textOfBodyPart } from './kind.ts';
import { textKind } from './text.ts';

const inList = (isKnown: (text: string) => boolean) => (text: string) => (isKnown(text) ? null : 'not_in_list');

/** `''` for an answer that is unknown, or neither of the two. */
type FlagAnswer = Flag | '';

const flagOf = (text: string): FlagAnswer => (text === 'yes' || text === 'no' ? text : '');

/** @param code the issue of answers outside `accepted` */
function flagKind(accepted: readonly string[], code: FieldCode): Kind<FlagAnswer> {
  return {
    ...plainKind,
    shape: 'text',
    max: 0,
    empty: () => 'no',
    check: (value) => (accepted.includes(String(value)) ? [] : [{ path: '', code }]),
    toBodyParts: (name, value) => [{ name, value: value.trim() }],
    fromBodyParts: (name, parts) => flagOf((textOfBodyPart(name, parts) ?? 'no').trim()),
    fromRecord: (recorded) => recorded ?? 'no',
    describe: (value, { t }) => (value ? t(value === 'yes' ? 'choices.yes' : 'choices.no') : ''),
  };
}

export const CHOICE_KINDS = {
  gender: textKind({
    check: inList((text) => GENDERS.some(({ value }) => value === text)),
    describe: (text, { locale }) => GENDERS.find(({ value }) => value === text)?.[`label_${locale}`] ?? text,
  }),
  kinship: textKind({
    check: inList((text) => KINSHIP.some((one) => one === text)),
    describe: (text, { t }) => (KINSHIP.some((one) => one === text) ? t(`choices.kinship.${text}`) : text),
  }),
  country: textKind({
    check: inList(isCountry),
    describe: (text, { countryName }) => countryName(text) || text,
  }),
  months: textKind({
    check: inList((text) => MONTHS.includes(text)),
    describe: (text, { t }) => (/^\d+$/.test(text) ? t('choices.months', { count: Number(text) }) : text),
  }),
  flag: {
    ...flagKind(['yes', 'no'], 'not_in_list'),
    fromRecord: (recorded: FlagAnswer = '') => recorded,
  },
  consent: flagKind(['yes'], 'consent_required'),
  tick: {
    ...flagKind(['yes', 'no'], 'not_in_list'),
    shape: 'mark' as const,
    // Sent only when it is ticked, or was before: hosts may not know it.
    toBodyParts: (name: string, value: FlagAnswer, recorded?: FlagAnswer) =>
      value === 'yes' || recorded === 'yes' ? [{ name, value }] : [],
    toRecord: (value: FlagAnswer) => (value === 'yes' ? value : undefined),
  },
};
