/** Kinds with a list of answers, and yes/no kinds. */
import type { FieldCode } from '../api/errors.ts';
import { GENDERS, KINSHIP, MONTHS } from '../reference/choices.ts';
import { isCountry } from '../reference/countries.ts';
import { type Flag, type Kind, plainKind, textOfPart } from './kind.ts';
import { textKind } from './text.ts';

const inList = (isKnown: (text: string) => boolean) => (text: string) => (isKnown(text) ? null : 'not_in_list');

/** Hosts' other words for the genders; `woman` and `man` are the wire's `sex` (specification §3). */
const GENDER_WORDS: Record<string, readonly string[]> = {
  female: ['woman', 'f', 'w', 'женщина', 'ж', 'жен'],
  male: ['man', 'm', 'мужчина', 'м', 'муж'],
};

function readGender(text: string): string {
  const word = text.toLowerCase().replace(/\.$/, '');
  const found = GENDERS.find(({ value, label_en, label_ru }) =>
    [value, label_en.toLowerCase(), label_ru.toLowerCase(), ...(GENDER_WORDS[value] ?? [])].includes(word),
  );
  return found?.value ?? text;
}

/** `''`: unknown, or neither. */
type FlagAnswer = Flag | '';

const flagOf = (text: string): FlagAnswer => (text === 'yes' || text === 'no' ? text : '');

/** @param code for answers outside `accepted` */
function flagKind(accepted: readonly string[], code: FieldCode): Kind<FlagAnswer> {
  return {
    ...plainKind,
    shape: 'text',
    max: 0,
    empty: () => 'no',
    check: (value) => (accepted.includes(String(value)) ? [] : [{ path: '', code }]),
    toParts: (name, value) => [{ name, value: value.trim() }],
    fromParts: (name, parts) => flagOf((textOfPart(name, parts) ?? 'no').trim()),
    readRecord: (field, read) => (field === null || field === undefined ? undefined : read.flag(field)),
    fromRecord: (recorded) => recorded ?? 'no',
    describe: (value, { t }) => (value ? t(value === 'yes' ? 'choices.yes' : 'choices.no') : ''),
  };
}

export const CHOICE_KINDS = {
  gender: textKind({
    check: inList((text) => GENDERS.some(({ value }) => value === text)),
    readRecord: readGender,
    describe: (text, { locale }) => GENDERS.find(({ value }) => value === text)?.[`label_${locale}`] ?? text,
  }),
  kinship: textKind({
    check: inList((text) => KINSHIP.some((one) => one === text)),
    readRecord: (text) => KINSHIP.find((one) => one === text.toLowerCase()) ?? text,
    describe: (text, { t }) => (KINSHIP.some((one) => one === text) ? t(`choices.kinship.${text}`) : text),
  }),
  country: textKind({
    check: inList(isCountry),
    readRecord: (text, read) => read.countryCode(text) ?? text,
    describe: (text, { countryName }) => countryName(text) || text,
  }),
  months: textKind({
    check: inList((text) => MONTHS.includes(text)),
    readRecord: (text) => /^\d+/.exec(text)?.[0] ?? text,
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
    // Sent only when it is or was ticked: hosts need not know it.
    toParts: (name: string, value: FlagAnswer, recorded?: FlagAnswer) =>
      value === 'yes' || recorded === 'yes' ? [{ name, value }] : [],
    toRecord: (value: FlagAnswer) => (value === 'yes' ? value : undefined),
  },
};
