/** Numbers and dates in texts agree with the code, and stay true as time passes. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CONFIRMATION } from '../../../src/domain/account/confirmation.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from '../../../src/domain/account/plain-password.ts';
import { RESTORE_EMAIL_MS } from '../../../src/domain/account/reset.ts';
import { SESSION_IDLE_MS, SESSION_MAX_MS } from '../../../src/domain/account/session.ts';
import { CALLS } from '../../../src/domain/api/contract/calls.ts';
import { STAGES } from '../../../src/domain/application/stages.ts';
import { MAIN_STATUSES } from '../../../src/domain/application/status.ts';
import { LOCALES, type Locale, NAMESPACES, type Namespace } from '../../../src/domain/i18n/locales.ts';
import { MAX_FILE_BYTES } from '../../../src/domain/input/files.ts';
import { MAX_PHONE_DIGITS } from '../../../src/domain/input/phone.ts';
import { MAX_ITEMS } from '../../../src/domain/kinds/index.ts';
import { lastSubmitted } from '../../../src/stores/application/submitted.ts';
import { DRAFT_LIFE_MS } from '../../../src/stores/device/stored-entry.ts';
import { readWords } from './read-words.ts';

const MB = 1024 * 1024;
const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const numbersIn = (text: string) => text.match(/\d+/g)?.map(Number) ?? [];
/** All texts of an entry. */
const contentText = (entry: string, locale: Locale) =>
  readFileSync(new URL(`../../../src/content/${entry}/${locale}.json`, import.meta.url), 'utf8');

describe.each(LOCALES)('numbers in texts (%s)', (locale) => {
  const DRAFT_DAYS = DRAFT_LIFE_MS / DAY;

  it.each<[Namespace, string, number[]]>([
    ['application', 'success.kept', [lastSubmitted.LIFE_MS / DAY]],
    ['application', 'success.keptOther', [lastSubmitted.LIFE_MS / DAY]],
    ['auth', 'login.endedText', [SESSION_MAX_MS / HOUR, SESSION_IDLE_MS / MINUTE]],
    ['auth', 'restore.expiredText', [RESTORE_EMAIL_MS / HOUR]],
    ['auth', 'person.change.emailHint', [RESTORE_EMAIL_MS / HOUR]],
    ['auth', 'person.change.lateText', [DRAFT_DAYS]],
    ['auth', 'person.change.keptAt', [DRAFT_DAYS]],
    ['auth', 'session.warnMaxText', [SESSION_MAX_MS / HOUR]],
    ['auth', 'confirm.expiredText', [CONFIRMATION.days]],
    ['auth', 'stages.approved.next', [STAGES.approved.days ?? 0, STAGES.visa_issued.days ?? 0]],
    ['terms', 'points.device', [DRAFT_DAYS]],
    ['forms', 'password.rules', [MIN_PASSWORD]],
    ['forms', 'password.strength.0', [MIN_PASSWORD]],
    ['forms', 'errors.password_short', [MIN_PASSWORD]],
    ['forms', 'errors.password_long', [MAX_PASSWORD]],
    ['forms', 'errors.too_many', [MAX_ITEMS]],
    ['forms', 'phone.refused.over_limit', [MAX_PHONE_DIGITS]],
    ['forms', 'phone.questioned.over_limit', [MAX_PHONE_DIGITS]],
  ])('the text %s %s states the number of the code', (namespace, key, numbers) => {
    expect(numbersIn(readWords(namespace, locale).get(key) ?? '')).toEqual(numbers);
  });

  it.each(['comments/later', 'product/draft'])('the entry %s states how long a draft is kept', (entry) => {
    expect(numbersIn(JSON.parse(contentText(entry, locale)).text)).toEqual([DRAFT_DAYS]);
  });

  it('every size of a file is the limit of one file or of all together', () => {
    const entries = ['comments/files', 'help/documents'].map((entry) => contentText(entry, locale));
    const words = NAMESPACES.flatMap((namespace) => [...readWords(namespace, locale).values()]);
    const sizes = [...entries, ...words].flatMap((text) => [...text.matchAll(/(\d+)\s?(?:MB|МБ)/g)].map(([, n]) => n));
    const limits = [MAX_FILE_BYTES, CALLS.createFounder.body.limit].map((bytes) => String(bytes / MB));
    expect(new Set(sizes)).toEqual(new Set(limits));
  });

  it('an example of a date lies in the past, since the form refuses a stay that has begun', () => {
    const examples = [...readWords('forms', locale)].filter(([, text]) => {
      const [, year] = /\b\d\d \d\d (\d{4})\b/.exec(text.replace(/\s/g, ' ')) ?? [];
      return Number(year) > 2025;
    });
    expect(examples).toEqual([]);
  });
});

it('the stages have the days that "How long does it take?" states in words', () => {
  expect(MAIN_STATUSES.map((status) => STAGES[status].days)).toEqual([1, 20, 1, 3]);
});
