/** The context of an officer's request: officer, language, clock; and running desk commands with it. */
import type { Context } from 'hono';
import type { ReactElement } from 'react';
import { STAGES, type Status } from '../../../src/domain/application/stages.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { wordsOf } from '../../admin/mail/words.ts';
import type { AdminEnv } from '../../admin/runtime/env.ts';
import type { Applicant } from '../../admin/store/applicants.ts';
import type { SeenState } from '../../admin/store/statuses.ts';
import { type CommandLine, DeskRefusal, type Operator, seenStateOf } from '../../office/command.ts';
import { runCommand } from '../../office/commands.ts';
import type { Officer } from './access.ts';
import type { DeskEnv, DeskSettings, Role } from './settings.ts';
import { textsIn } from './texts.ts';

export interface Office extends ReturnType<typeof textsIn> {
  settings: DeskSettings;
  officer: Officer;
  locale: Locale;
  /** Path and query of the page. */
  path: string;
  env: AdminEnv;
  /** Milliseconds since 1970. */
  now: number;
  may(role: Role): boolean;
}

export interface OfficeBindings {
  Bindings: DeskEnv;
  Variables: { office: Office; requestId: string };
}
export type DeskContext = Context<OfficeBindings>;

/** Responds to a request with a page, or with another response. */
export type Handler = (office: Office, c: DeskContext) => Promise<ReactElement | Response>;

/** The desk sends no mail: the admin host's cron sends due mails every minute. */
const NO_MAIL = { send: () => Promise.reject(new Error('the desk sends no mail')) } as unknown as SendEmail;

export function makeOffice(
  { ASSETS: _, ...env }: DeskEnv,
  asked: Pick<Office, 'settings' | 'officer' | 'locale' | 'path'>,
): Office {
  const { locale, officer } = asked;
  const now = Date.now();
  return {
    ...{ ...asked, ...textsIn(locale, now), now },
    env: { ...env, MAIL: NO_MAIL },
    may: (role) => officer.roles.has(role),
  };
}

/** The role that a decision requires. */
export const roleFor = (status: Status): Role =>
  STAGES[status].issuesVisa || STAGES[status].revokesVisa ? 'issue' : 'decide';

/** The confirmation in a form, in place of the command line's questions. */
interface Confirmation {
  seen?: SeenState | undefined;
  /** The text typed where a command expects more than yes. */
  typed?: string | undefined;
}

/** The officer as an operator of commands. Its `confirm` throws DeskRefusal when another text than expected was typed. */
export function operatorOf({ env, settings, officer, locale, now, t }: Office, confirmed: Confirmation = {}): Operator {
  const commandLine = wordsOf(locale, 'desk');
  return {
    desk: { env, remote: false, leavesMail: true, mailFiles: [], close: async () => {} },
    // Refusals that name options or commands have other words in the browser.
    t: (key, values) => t(`refusals.${key}`, { ...values, defaultValue: '' }) || commandLine(key, values),
    ...{ locale, now, by: officer.email, seen: confirmed.seen, fourEyes: settings.fourEyes },
    confirm: async (_question, expected) => {
      if (expected !== undefined && expected !== confirmed.typed?.trim()) throw new DeskRefusal(t('typedOther'));
    },
  };
}

/** Runs a command of the desk. @throws DeskRefusal, DeskConflict */
export const run = (office: Office, line: CommandLine, confirmed?: Confirmation) =>
  runCommand(line, operatorOf(office, confirmed));

/** Parses a form's hidden state of the application; undefined for any other text. */
export function parseSeenState(text: string | undefined): SeenState | undefined {
  const [, version, entries, at] = /^(\d{1,9})\.(\d{1,6})\.(\d{1,15})$/.exec(text ?? '') ?? [];
  if (version === undefined) return undefined;
  return { version: Number(version), entries: Number(entries), at: Number(at), assignee: null };
}

export function formatSeenState(applicant: Applicant): string {
  const { version, entries, at } = seenStateOf(applicant);
  return `${version}.${entries}.${at}`;
}
