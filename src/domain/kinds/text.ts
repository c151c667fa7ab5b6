/** Kinds of typed text. */
import type { FieldCode } from '../api/field-codes.ts';
import { emailIssue, normalizeEmail } from '../input/email.ts';
import { MISSING_ANSWER } from '../input/missing-answers.ts';
import { isName } from '../input/name.ts';
import { isPhoneShape } from '../input/phone.ts';
import { cleanText, compactNumber, normalizeName, normalizeNumber, normalizeText } from '../input/text.ts';
import { type CheckContext, DEFAULT_MAX, type DescribeContext, type Kind, plainKind, textOfBodyPart } from './kind.ts';

interface TextRules {
  max?: number;
  isLong?: boolean;
  /** By default {@link normalizeText}. */
  normalize?(text: string): string;
  /** The issue of a non-empty text, or null. */
  check(text: string, context: CheckContext): FieldCode | null;
  describe?(text: string, context: DescribeContext): string;
}

/** A kind whose value, form value and recorded value are one text. */
export function textKind({ max = 0, isLong = false, check, describe, ...own }: TextRules): Kind<string> {
  const normalize = own.normalize ?? ((text: string) => normalizeText(text, isLong));
  return {
    ...plainKind,
    shape: 'text',
    max,
    empty: () => '',
    normalize,
    check(value, rule, context) {
      const issue = (code: FieldCode | null) => (code ? [{ path: '', code }] : []);
      if (typeof value !== 'string') return issue('required');
      const text = (context.asSent ? value : normalize(value)).trim();
      if (text === '') return issue(rule.required ? 'required' : null);
      if (text === rule.none) return [];
      return issue(text.length > (rule.max || DEFAULT_MAX) ? 'too_long' : check(text, context));
    },
    toBodyParts: (name, value) => [{ name, value: value.trim() }],
    // A multipart body ends lines with CR LF.
    fromBodyParts: (name, parts) => (textOfBodyPart(name, parts) ?? '').replace(/\r\n?/g, '\n').trim(),
    fromRecord: (recorded) => recorded ?? '',
    toRecord: (value) => value.trim(),
    describe(value, context) {
      const text = String(value ?? '').trim();
      return text && describe ? describe(text, context) : text;
    },
  };
}

const orCode =
  (isValid: (text: string) => boolean, code: FieldCode): TextRules['check'] =>
  (text) =>
    isValid(text) ? null : code;

const hasNoHidden = (isLong: boolean) => orCode((text) => cleanText(text, isLong) === text, 'hidden_characters');

/** True for a line of passport/photo-marks.ts with an answer that differs from the photo. */
export const isMark = (line: string): boolean => Boolean(line.split('|')[1]);

/** 5 to 20 Latin letters and digits (ICAO 9303 has 9; some states print more). */
const PASSPORT = /^[A-Z0-9]{5,20}$/i;

export const TEXT_KINDS = {
  name: textKind({
    max: 80,
    normalize: normalizeName,
    check: orCode((text) => isName(text), 'name_characters'),
    describe: (text, { t }) => (text === MISSING_ANSWER ? t('name.missing') : text),
  }),
  /** For people of whom no passport is asked. */
  nameWithInitials: textKind({
    max: 80,
    normalize: normalizeName,
    check: orCode((text) => isName(text, true), 'name_characters'),
  }),
  text: textKind({ max: 200, check: hasNoHidden(false) }),
  longtext: textKind({ max: 2000, isLong: true, check: hasNoHidden(true) }),
  photoMarks: {
    ...textKind({
      max: 4000,
      isLong: true,
      check: hasNoHidden(true),
    }),
    shape: 'mark' as const,
    fromForm: (lines: unknown) =>
      String(lines ?? '')
        .split('\n')
        .filter(isMark)
        .join('\n'),
    // Sent only when there is a text: hosts may not know it.
    toBodyParts: (name: string, value: string, recorded?: string) => (value || recorded ? [{ name, value }] : []),
    toRecord: (value: string) => value || undefined,
  },
  email: textKind({
    max: 254,
    normalize: normalizeEmail,
    check: emailIssue,
    describe: (text, { shownEmail }) => shownEmail(text),
  }),
  phone: textKind({
    normalize: normalizeNumber,
    check: (text, { isPhone }) => (isPhoneShape(text) && (isPhone?.(text) ?? true) ? null : 'phone_format'),
  }),
  passport: textKind({
    normalize: normalizeNumber,
    check: orCode((text) => PASSPORT.test(compactNumber(text)), 'passport_format'),
  }),
};
