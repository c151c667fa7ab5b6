/** Questions to the people behind the portal: one rule for the forms and the host. */
import type { FieldCode } from '../api/field-codes.ts';
import { emailIssue } from './email.ts';
import { cleanText } from './text.ts';

/** UTF-16 code units, as text areas count them. */
export const MAX_MESSAGE = 4000;
export const MAX_SENDER_NAME = 160;
/** An application's number is shorter; people write a word beside it. */
export const MAX_SAID_NUMBER = 60;

/** A message of somebody without an account is kept for so long, in days; one of an applicant as long as the application. */
export const MESSAGE_KEPT_DAYS = 180;

/** Messages an hour: of one account, and of one network without an account, which a carrier may give to hundreds. */
export const MESSAGES_AN_HOUR = { account: 5, network: 20 } as const;

/** What is wrong with the text of a message or of an answer; null for a good one. */
export function messageIssue(text: string): FieldCode | null {
  if (text.trim() === '') return 'required';
  if (text.length > MAX_MESSAGE) return 'too_long';
  return cleanText(text, true) === text ? null : 'hidden_characters';
}

/** What the form on the help page asks, by wire name. Name and number may be empty. */
export interface Question {
  text: string;
  email: string;
  name: string;
  application: string;
}

/** Issues by field; empty where the question can be sent. */
export function questionIssues({
  text,
  email,
  name,
  application,
}: Question): Partial<Record<keyof Question, FieldCode>> {
  const issues: [keyof Question, FieldCode | null][] = [
    ['email', email.trim() === '' ? 'required' : emailIssue(email.trim())],
    ['name', lineIssue(name, MAX_SENDER_NAME)],
    ['application', lineIssue(application, MAX_SAID_NUMBER)],
    ['text', messageIssue(text)],
  ];
  return Object.fromEntries(issues.filter(([, issue]) => issue !== null));
}

function lineIssue(line: string, max: number): FieldCode | null {
  if (line.length > max) return 'too_long';
  return cleanText(line) === line ? null : 'hidden_characters';
}
