/** Kinds of single answers: all item fields, and most fields of the form. */
import type { FieldCode } from '../api/field-codes.ts';
import { parseJson } from '../api/json.ts';
import { writtenDate, writtenDay } from '../i18n/dates.ts';
import {
  type DateBoxes,
  EMPTY_DATE,
  isApplicationYear,
  isIncompleteDate,
  isRealDate,
  joinDate,
  spanOf,
  splitDate,
} from '../input/date.ts';
import { MISSING_ANSWER } from '../input/missing-answers.ts';
import { normalizeNumber } from '../input/text.ts';
import { GENDERS, KINSHIP, MONTHS } from '../reference/choices.ts';
import { isCountry } from '../reference/countries.ts';
import { isDistrictOf, isRegion } from '../reference/place-ids.ts';
import { FILE_KINDS } from './file.ts';
import {
  type Flag,
  type Issue,
  isTextObject,
  type Kind,
  plainKind,
  textOfBodyPart,
  unreadableBodyPart,
} from './kind.ts';
import { TEXT_KINDS, textKind } from './text.ts';

/** Region and district are reference ids, as text. */
export interface Address {
  region: string;
  district: string;
  street: string;
  flat: string;
}

export const ADDRESS_LINE_MAX = 200;

const LINES = ['region', 'district', 'street', 'flat'] as const;
const isRequired = (line: keyof Address) => line !== 'flat';

const empty = (): Address => ({ region: '', district: '', street: '', flat: '' });

const mapLines = (address: Address, line: (text: string, name: keyof Address) => string): Address => ({
  region: line(address.region, 'region'),
  district: line(address.district, 'district'),
  street: line(address.street, 'street'),
  flat: line(address.flat, 'flat'),
});

function placeIssue({ region, district }: Address): Issue[] {
  if (region && !isRegion(region)) return [{ path: 'region', code: 'not_in_list' }];
  const isUnknown = region && district && !isDistrictOf(district, region);
  return isUnknown ? [{ path: 'district', code: 'not_in_list' }] : [];
}

/** An address in Uzbekistan. */
export const address: Kind<Address, Address, Partial<Address>> = {
  ...plainKind,
  shape: 'address',
  max: 0,
  empty,
  normalize: (value) => mapLines(value, TEXT_KINDS.text.normalize),
  check(value, _rule, context) {
    if (typeof value !== 'object' || value === null) return [{ path: '', code: 'required' }];
    const lines: Record<string, unknown> = { ...value };
    const issues = LINES.flatMap((line) =>
      TEXT_KINDS.text
        .check(lines[line], { required: isRequired(line), max: ADDRESS_LINE_MAX }, context)
        .map(({ code }): Issue => ({ path: line, code })),
    );
    return isTextObject(lines) ? [...issues, ...placeIssue({ ...empty(), ...lines })] : issues;
  },
  toBodyParts: (name, value) => [{ name, value: JSON.stringify(value) }],
  fromBodyParts(name, parts) {
    const text = textOfBodyPart(name, parts);
    if (text === null) return empty();
    const sent = parseJson(text);
    if (!isTextObject(sent)) throw unreadableBodyPart(name);
    return mapLines(empty(), (_, line) => sent[line] ?? '');
  },
  fromRecord: (recorded) => ({ ...empty(), ...recorded }),
  describe(value, { regionName, districtName }) {
    if (!value) return '';
    const { region, district, street, flat } = value;
    return [regionName(region) || unlisted(region), districtName(district) || unlisted(district), street, flat]
      .map((line) => line.trim())
      .filter(Boolean)
      .join(', ');
  },
};

/** A host's place name outside the reference tables; `''` for an id. */
const unlisted = (place: string) => (/^\d*$/.test(place) ? '' : place);

/** Partial dates of {@link joinDate} and of hosts (`1960-00-00`). */
const WHOLE = /(?!)/;
export const TO_THE_MONTH = /^(\d{4}-(?!00)\d\d)-(?:00)?$/;
export const TO_THE_YEAR = /^((?!0000)\d{4}(?:-(?!00)\d\d)?)(?:-(?:00)?){1,2}$/;

/**
 * A calendar date: `YYYY-MM-DD`, or three boxes in a form. Some may lack the day, or all but the year.
 * @param inPart matches partial dates and captures the known part
 */
function dateKind(inPart: RegExp): Kind<string, DateBoxes, string> {
  const shorten = (text: string) => text.replace(inPart, '$1');
  const hasItsShape = (text: string) => text.length < 10 && text !== '' && inPart.test(`${text}-`);
  const isInPart = (text: string) => hasItsShape(text) && spanOf(text) !== null;
  const rangeIssue = (text: string) => (isApplicationYear(text) ? null : 'date_years');
  return {
    ...textKind({
      check(text, { wholeDates }): FieldCode | null {
        if (isInPart(text)) return rangeIssue(text) ?? (wholeDates ? 'date_whole' : null);
        if (hasItsShape(text)) return 'date_unreal';
        if (isIncompleteDate(text) || /^\d{4}(?:-\d\d)?$/.test(text))
          return wholeDates && inPart !== WHOLE ? 'date_whole' : 'date_incomplete';
        if (/^\d{1,3}-/.test(text)) return 'date_year';
        return isRealDate(text) ? rangeIssue(text) : 'date_unreal';
      },
      describe(text, { t }) {
        if (text === MISSING_ANSWER) return t('name.missing');
        if (isRealDate(text)) return writtenDate(text, t);
        if (isInPart(text)) return text.split('-').reverse().join('.');
        return Number.isNaN(Date.parse(text)) ? text : writtenDay(text, t);
      },
    }),
    toForm: splitDate,
    // A form of all answers may have the missing one.
    fromForm: (boxes: DateBoxes | string) =>
      typeof boxes === 'string' ? boxes : shorten(normalizeNumber(joinDate(boxes ?? EMPTY_DATE))),
  };
}

const DATE_KINDS = {
  date: dateKind(WHOLE),
  /** People know the month of a journey ten years ago. */
  tripDate: dateKind(TO_THE_MONTH),
  /** Some passports show the year of birth only. */
  birthDate: dateKind(TO_THE_YEAR),
};

const inList = (isKnown: (text: string) => boolean) => (text: string) => (isKnown(text) ? null : 'not_in_list');

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
    toBodyParts: (name, value) => [{ name, value: value.trim() }],
    fromBodyParts: (name, parts) => flagOf((textOfBodyPart(name, parts) ?? 'no').trim()),
    fromRecord: (recorded) => recorded ?? 'no',
    describe: (value, { t }) => (value ? t(value === 'yes' ? 'choices.yes' : 'choices.no') : ''),
  };
}

const CHOICE_KINDS = {
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
    // Sent only when it is or was ticked: hosts need not know it.
    toBodyParts: (name: string, value: FlagAnswer, recorded?: FlagAnswer) =>
      value === 'yes' || recorded === 'yes' ? [{ name, value }] : [],
    toRecord: (value: FlagAnswer) => (value === 'yes' ? value : undefined),
  },
};

export const SINGLE_KINDS = { ...TEXT_KINDS, ...DATE_KINDS, ...CHOICE_KINDS, address, ...FILE_KINDS } satisfies Record<
  string,
  Kind<unknown, unknown, unknown>
>;

export type SingleKind = keyof typeof SINGLE_KINDS;

export type ValueOfKind<K> = K extends Kind<infer Value, infer _Form, infer _Recorded> ? Value : never;
