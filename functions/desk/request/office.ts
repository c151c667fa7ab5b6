/** One request of an officer: who asks, in which language, and how a command of the desk is run for them. */
import type { Context } from 'hono';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { type Clock, clockOf } from '../../../src/domain/i18n/zoned-clock.ts';
import {
  type CommandLine,
  type CommandResult,
  DeskRefusal,
  type Operator,
  type Options,
} from '../../admin/desk/command.ts';
import { runCommand } from '../../admin/desk/commands.ts';
import { formWords, type Words, wordsOf } from '../../admin/mail/words.ts';
import type { AdminEnv } from '../../admin/runtime/env.ts';
import type { Seen } from '../../admin/store/statuses.ts';
import type { Officer } from './access.ts';
import type { DeskEnv } from './env.ts';
import type { DeskSettings, Role } from './settings.ts';

export interface Office {
  env: AdminEnv;
  settings: DeskSettings;
  officer: Officer;
  locale: Locale;
  /** The words of the pages. */
  t: Words;
  /** The words of the form. */
  forms: Words;
  clock: Clock;
  /** Milliseconds since 1970. */
  now: number;
  /** Path and query of the page, for the switch of languages. */
  path: string;
  may(role: Role): boolean;
}

export interface DeskVariables {
  office: Office;
  requestId: string;
}
export type DeskContext = Context<{ Bindings: DeskEnv; Variables: DeskVariables }>;

/** Nothing is sent from here: the host's own run of every minute sends what is due. */
const NO_MAIL = { send: () => Promise.reject(new Error('the desk sends no mail')) } as unknown as SendEmail;

export interface Asked {
  settings: DeskSettings;
  officer: Officer;
  locale: Locale;
  path: string;
}

export function makeOffice({ ASSETS: _, ...env }: DeskEnv, { settings, officer, locale, path }: Asked): Office {
  const now = Date.now();
  const forms = formWords(locale);
  return {
    env: { ...env, MAIL: NO_MAIL },
    ...{ settings, officer, locale, now, forms, path },
    t: wordsOf(locale, 'web'),
    clock: clockOf(settings.timeZone, forms),
    may: (role) => officer.roles.has(role),
  };
}

/** How a page's one confirmation stands for the questions of the command line. */
export interface Confirmed {
  seen?: Seen | undefined;
  /** What the officer typed where a command wants more than a yes. */
  typed?: string;
}

/** The operator that commands run for. @throws DeskRefusal by its `confirm` when something else was typed */
export function operatorOf({ env, settings, officer, locale, now, t }: Office, confirmed: Confirmed = {}): Operator {
  return {
    desk: { env, remote: false, leavesMail: true, mailFiles: [], close: async () => {} },
    t: wordsOf(locale, 'desk'),
    ...{ locale, now, by: officer.email, seen: confirmed.seen, fourEyes: settings.fourEyes },
    confirm: async (_question, expected) => {
      if (expected !== undefined && expected !== confirmed.typed?.trim()) throw new DeskRefusal(t('typedOther'));
    },
  };
}

/** Runs a command of the desk. @throws DeskRefusal, DeskConflict */
export function run(
  office: Office,
  line: { name: string; args?: readonly string[]; options?: Options },
  confirmed?: Confirmed,
): Promise<CommandResult> {
  const whole: CommandLine = { args: [], options: {}, ...line };
  return runCommand(whole, operatorOf(office, confirmed));
}

/** What a form says of the application that it was made for; undefined where that can't be read. */
export function readSeen(text: string | undefined, assignee: string | null = null): Seen | undefined {
  const [, version, entries, at] = /^(\d{1,9})\.(\d{1,6})\.(\d{1,15})$/.exec(text ?? '') ?? [];
  if (version === undefined) return undefined;
  return { version: Number(version), entries: Number(entries), at: Number(at), assignee };
}

export const writeSeen = ({ version, entries, at }: Seen) => `${version}.${entries}.${at}`;
