/** What officers do at the desk, as one-line commands on the office with the database, bucket and mail of the tests. */
import { expect } from 'vitest';
import { sendWaiting } from '../../../../functions/admin/mail/outbox.ts';
import { readApplicantId } from '../../../../functions/admin/secrets/keys.ts';
import { DeskLog } from '../../../../functions/admin/store/actions.ts';
import { ApplicationLists, cursorOf } from '../../../../functions/admin/store/lists.ts';
import { OfficerNotes } from '../../../../functions/admin/store/notes.ts';
import { Outbox, shownState } from '../../../../functions/admin/store/outbox.ts';
import { ApplicationSearch } from '../../../../functions/admin/store/search.ts';
import { Versions } from '../../../../functions/admin/store/versions.ts';
import { WaitingDecisions } from '../../../../functions/admin/store/waiting-decisions.ts';
import { assignTo, note } from '../../../../functions/office/case-work.ts';
import { resend, seenMail } from '../../../../functions/office/correspondence.ts';
import { consider, doubtsOf } from '../../../../functions/office/decisions.ts';
import { changesOf } from '../../../../functions/office/differences.ts';
import { exportArchive } from '../../../../functions/office/export-archive.ts';
import { exportList } from '../../../../functions/office/list-export.ts';
import {
  type Filter,
  QUEUES,
  readCursor,
  readFilter,
  readSearch,
  stageDeadline,
  Worklist,
  writeCursor,
} from '../../../../functions/office/lists.ts';
import { cleanNote, findApplicant, type Officer, traceRead } from '../../../../functions/office/officer.ts';
import { anonymise, declineRequest, erase } from '../../../../functions/office/personal-data.ts';
import { OfficeRefusal } from '../../../../functions/office/refusal.ts';
import { statistics } from '../../../../functions/office/statistics.ts';
import { applyDecisions, decide } from '../../../../functions/office/waiting.ts';
import { addSamples } from '../../../../functions/terminal/demo.ts';
import type { Locale } from '../../../../src/domain/i18n/locales.ts';
import { bindings } from './host.ts';
import { everythingStored } from './storage.ts';

/** The words of a refusal in the language of the tests. */
export const t = (...[code, values]: ConstructorParameters<typeof OfficeRefusal>): string =>
  new OfficeRefusal(code, values).textIn('en');

export const TESTER = 'tester@office.example';

/** An officer with all roles. */
export function officerWith(other: Partial<Officer> = {}): Officer {
  // As deployed: the desk has no secret.
  const { FILES_SECRET: _, ...env } = bindings;
  return { env, by: TESTER, now: Date.now(), fourEyes: false, may: () => true, ...other };
}

export interface DeskOptions {
  operator?: Partial<Officer>;
  now?: number;
  locale?: Locale;
}

interface Operator extends Officer {
  locale: Locale;
}

type Options = Readonly<Record<string, string | undefined>>;
type Command = (operator: Operator, args: readonly string[], options: Options) => Promise<unknown>;

const given = (options: Options) => Object.fromEntries(Object.entries(options).filter(([, value]) => value));
const filterOf = ({ status, from, to, overdue }: Options) => given({ status, from, to, overdue }) as Filter;

async function sendNow({ env, now }: Operator, id: string) {
  return { id, sent: (await sendWaiting(env, id, now, null)) === 'sent' };
}

/** A decision that takes effect at once, with every doubt checked; with `--waits` after ten minutes. */
const set: Command = async (operator, [id = '', status = ''], { note: written = '', fields = '', ...options }) => {
  const { env, now } = operator;
  const consideration = await consider(operator, id, status);
  const { from = '', to = '', reason = status === 'rejected' ? 'other' : '' } = options;
  const asked = fields.split(/[\s,]+/).filter(Boolean);
  const sure = options.sure?.split(',') ?? doubtsOf(operator, consideration, { from, to });
  const form = { note: cleanNote(written), fields: asked, from, to, reason, sure };
  const decision = await decide(operator, consideration, form);
  if (options.waits) return { id: decision.applicantId, status };
  await new WaitingDecisions(env.DB).setDue(decision, now).run();
  await applyDecisions(env, now, 'test');
  const applicant = await findApplicant(operator, id);
  if (applicant.decision) throw new OfficeRefusal('conflict');
  const newest = await env.DB.prepare(
    "SELECT id FROM mails WHERE applicant_id = ? AND kind IN ('status', 'visa') ORDER BY rowid DESC LIMIT 1",
  )
    .bind(applicant.id)
    .first<string>('id');
  const mail = await new Outbox(env.DB).find(newest ?? '');
  return {
    ...{ id: applicant.id, status: applicant.status, fields: applicant.history.at(-1)?.fields ?? [] },
    code: applicant.visa?.code ?? consideration.applicant.visa?.code,
    mail: mail && { ...mail, ...(options.now ? await sendNow(operator, mail.id) : { sent: false }) },
  };
};

const list: Command = async (operator, [queue], options) => {
  const { env, now } = operator;
  const page = { after: readCursor(options.after), limit: 50 };
  if (queue !== undefined && QUEUES.some((one) => one === queue)) {
    const { rows } = await new Worklist(operator).read(queue, page);
    return rows.map((row) => ({
      ...{ ...row, ...stageDeadline(row, now) },
      cursor: writeCursor(Worklist.placeIn(queue, row)),
    }));
  }
  const filter = readFilter({ ...(queue === undefined ? {} : { status: queue }), ...filterOf(options) }, now);
  const rows = await new ApplicationLists(env.DB).page(filter, page);
  return rows.map((row) => ({
    ...{ ...row, ...stageDeadline(row, now) },
    cursor: writeCursor(cursorOf(filter, row)),
  }));
};

const show: Command = async (operator, [number = '']) => {
  const applicant = await findApplicant(operator, number);
  const { id, origins, history, decision: _, ...rest } = applicant;
  await traceRead(operator, 'open', id);
  const { DB } = operator.env;
  const changes = changesOf(applicant, await new Versions(DB).list(id), operator.locale);
  return {
    ...{ id, ...rest, history: history.map((entry, at) => ({ ...entry, ...origins[at] })) },
    ...stageDeadline({ status: applicant.status, since: Date.parse(history.at(-1)?.created_at ?? '') }, operator.now),
    changes: changes.map(({ differences, ...change }) => ({
      ...change,
      differences: differences.map(({ items, ...difference }) => ({
        ...difference,
        items: items.map(({ before, after }) => ({ before: before.text, after: after.text })),
      })),
    })),
    ...{ notes: await new OfficerNotes(DB).list(id), actions: await new DeskLog(DB).list(id) },
  };
};

const exported: Command = async (operator, [number], options) => {
  const { stream, ...about } =
    number === undefined
      ? await exportList(operator, filterOf(options), operator.locale, options.xlsx ? 'xlsx' : 'csv')
      : await exportArchive(operator, number);
  return { ...about, content: new Uint8Array(await new Response(stream).arrayBuffer()) };
};

const COMMANDS: Record<string, Command> = {
  ...{ set, list, show, export: exported },
  async find(operator, args) {
    const rows = await new ApplicationSearch(operator.env.DB).find(readSearch(args.join(' ')), 50);
    return { found: rows.map((row) => ({ ...row, ...stageDeadline(row, operator.now) })) };
  },
  log: ({ env }, [number = null]) => new DeskLog(env.DB).latest(number, 100),
  stats: (operator, _, { from, to }) => statistics(operator, given({ from, to })),
  async mails({ env }, [number = null], { all }) {
    const found = await new Outbox(env.DB).list(
      { applicantId: number, sent: Boolean(all) },
      { after: null, limit: 100 },
    );
    return found.map((mail) => ({ ...mail, state: shownState(mail) }));
  },
  note: (operator, [number = '', written = '']) => note(operator, number, written),
  assign: (operator, [number = '', officer = '']) => assignTo(operator, number, officer || null),
  async resend(operator, [id = '']) {
    const mail = await new Outbox(operator.env.DB).find(id);
    if (!mail) throw new OfficeRefusal('noSuchMail', { id });
    await resend(operator, mail.id, seenMail(mail));
    const { applicantId, kind } = mail;
    return { applicantId, kind, ...(mail.isSealed ? { sent: false } : await sendNow(operator, mail.id)) };
  },
  async decline(operator, [number = ''], options) {
    const mail = await declineRequest(operator, number, options.note ?? '');
    return { applicantId: number, ...(await sendNow(operator, mail)) };
  },
  erase: (operator, [number = '']) => erase(operator, number, number),
  anonymise: (operator, [number = '']) => anonymise(operator, number, number),
  demo: ({ env }) => addSamples({ env }),
};

/** The data with times as text in place of milliseconds; null for 0. */
const withTimes = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data ?? null), (name, value) => {
    if (typeof value !== 'number' || !/(?:^a|A)t$|^since$/.test(name)) return value;
    return value > 0 ? new Date(value).toISOString() : null;
  });

export interface CommandResult {
  data: unknown;
  /** As one text. */
  lines: string[];
}

/** Returns a function that runs commands as one officer. */
export function deskWith({ operator, now, locale = 'en' }: DeskOptions = {}) {
  return async (...[name = '', ...rest]: string[]): Promise<CommandResult> => {
    const acting = { ...officerWith({ now: now ?? Date.now() }), locale, ...operator };
    const { args, options } = readArguments(rest);
    const [first, ...others] = args;
    const number = first && name !== 'find' ? (readApplicantId(first, true) ?? first) : first;
    const result = await COMMANDS[name]?.(acting, number === undefined ? [] : [number, ...others], options);
    const data = name === 'export' ? result : withTimes(result);
    return { data, lines: [JSON.stringify(data)] };
  };
}

const FLAGS = ['now', 'waits', 'all', 'overdue'];

/** Reads options: `--note text`, `--now`. */
function readArguments(rest: readonly string[]) {
  const from = rest.findIndex((part) => part.startsWith('--'));
  const [args, typed] = from === -1 ? [rest, []] : [rest.slice(0, from), rest.slice(from)];
  const options: Record<string, string> = {};
  for (let at = 0; at < typed.length; at += 1) {
    const option = typed[at]?.slice(2) ?? '';
    const isFlag = FLAGS.includes(option);
    options[option] = isFlag ? 'yes' : (typed[at + 1] ?? '');
    if (!isFlag) at += 1;
  }
  return { args, options };
}

/** Runs one command, for example `desk('set', id, 'in_review')`. */
export const desk = deskWith();

/** Expects a refusal without any change, and returns its words. */
export async function expectRefusal(work: Promise<unknown> | (() => Promise<unknown>)): Promise<string> {
  const before = await everythingStored();
  const error: unknown = await (typeof work === 'function' ? work() : work).catch((reason: unknown) => reason);
  expect(error, String(error)).toBeInstanceOf(OfficeRefusal);
  expect(await everythingStored()).toEqual(before);
  return (error as OfficeRefusal).textIn('en');
}
