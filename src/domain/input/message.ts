/** Messages to the staff: one rule for forms and host. */
import type { FieldCode } from '../api/field-codes.ts';
import { emailIssue } from './email.ts';
import { cleanText } from './text.ts';

/** Largest number of UTF-16 code units, which text areas count. */
export const MAX_MESSAGE = 4000;
export const MAX_SENDER_NAME = 160;
/** Longer than an application number: people add words. */
export const MAX_QUOTED_NUMBER = 60;

/** Days for which a message without an account is kept; an applicant's stays with the application. */
export const MESSAGE_RETENTION_DAYS = 180;

/** Messages an hour per account, and per network without an account, which a carrier may give to hundreds. */
export const MESSAGES_PER_HOUR = { account: 5, network: 20 } as const;

export function messageIssue(text: string): FieldCode | null {
  if (text.trim() === '') return 'required';
  if (text.length > MAX_MESSAGE) return 'too_long';
  return cleanText(text, true) === text ? null : 'hidden_characters';
}

/** The fields of the help page's form. Name and number may be empty. */
export interface QuestionFields {
  text: string;
  email: string;
  name: string;
  application: string;
}

export function questionIssues({
  text,
  email,
  name,
  application,
}: QuestionFields): Partial<Record<keyof QuestionFields, FieldCode>> {
  const issues: [keyof QuestionFields, FieldCode | null][] = [
    ['email', email.trim() === '' ? 'required' : emailIssue(email.trim())],
    ['name', lineIssue(name, MAX_SENDER_NAME)],
    ['application', lineIssue(application, MAX_QUOTED_NUMBER)],
    ['text', messageIssue(text)],
  ];
  return Object.fromEntries(issues.filter(([, issue]) => issue !== null));
}

export function lineIssue(line: string, max: number): FieldCode | null {
  if (line.length > max) return 'too_long';
  return cleanText(line) === line ? null : 'hidden_characters';
}
