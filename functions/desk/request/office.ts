/**
 * The context of an officer's request: the officer with storage and clock, the language, and the form that a page shows again.
 */
import type { Context } from 'hono';
import type { ReactElement } from 'react';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import type { Applicant } from '../../admin/store/applicants.ts';
import type { SeenState } from '../../admin/store/statuses.ts';
import { type Officer, type Role, seenStateOf } from '../../office/officer.ts';
import type { OfficeRefusal } from '../../office/refusal.ts';
import type { DeskEnv, DeskSettings } from './settings.ts';
import { textsIn } from './texts.ts';

/** The values of a form by name. */
export type FormValues = Readonly<Record<string, unknown>>;

/** An officer, as named in the token. */
export interface SignedIn {
  /** In lower case. History and log use it as the officer's name. */
  email: string;
  roles: ReadonlySet<Role>;
}

export interface Office extends Officer, ReturnType<typeof textsIn> {
  settings: DeskSettings;
  roles: ReadonlySet<Role>;
  locale: Locale;
  /** Path and query of the page. */
  path: string;
  /** What was typed into the page's form; null for a new page. */
  form: FormValues | null;
  /** Why the form was not accepted; a refusal about a control names it as `field`. */
  refusals: readonly OfficeRefusal[];
}

export interface OfficeBindings {
  Bindings: DeskEnv;
  Variables: { office: Office; requestId: string };
}
export type DeskContext = Context<OfficeBindings>;

/** Responds to a request with a page, or with another response. */
export type PageHandler = (office: Office, c: DeskContext) => Promise<ReactElement | Response>;

/** The pages and forms of a subject by path. */
export interface Routes {
  get?: Record<string, PageHandler>;
  post?: Record<string, PageHandler>;
}

/** The desk sends no mail: the admin host's cron does that every minute. */
const NO_MAIL = { send: () => Promise.reject(new Error('the desk sends no mail')) } as unknown as SendEmail;

export function makeOffice(
  { ASSETS: _, ...env }: DeskEnv,
  { email: by, roles }: SignedIn,
  asked: Pick<Office, 'settings' | 'locale' | 'path' | 'isHead'>,
): Office {
  const now = Date.now();
  return {
    ...textsIn(asked.locale, now),
    ...asked,
    now,
    by,
    roles,
    fourEyes: asked.settings.fourEyes,
    form: null,
    refusals: [],
    env: { ...env, MAIL: NO_MAIL },
    may: (role) => roles.has(role),
  };
}

/** The office for a page that shows a form again. */
export const withForm = (office: Office, form: FormValues, refusals: readonly OfficeRefusal[] = []): Office => ({
  ...office,
  form,
  refusals,
});

/** A typed text of a form; `''` for a missing one. */
export function formText(form: FormValues | null, name: string): string {
  const value = form?.[name];
  return typeof value === 'string' ? value : '';
}

/** The values of checkboxes with one name. */
export const chosenIn = (form: FormValues | null, name: string): string[] =>
  [form?.[name] ?? []].flat().filter((value): value is string => typeof value === 'string');

/** Parses a form's hidden state of the application; undefined for any other text. */
export function parseSeenState(text: unknown): SeenState | undefined {
  const [, version, entries, at] = /^(\d{1,9})\.(\d{1,6})\.(\d{1,15})$/.exec(String(text ?? '')) ?? [];
  if (version === undefined) return undefined;
  return { version: Number(version), entries: Number(entries), at: Number(at) };
}

export function formatSeenState(applicant: Applicant): string {
  const { version, entries, at } = seenStateOf(applicant);
  return `${version}.${entries}.${at}`;
}
