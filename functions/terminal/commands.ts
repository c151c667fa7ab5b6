/** The commands of `npm run desk`. Rule: each calls the office, which has the rules, asks and returns data. */
import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { STAGES } from '../../src/domain/application/stages.ts';
import { isStatus, STATUSES } from '../../src/domain/application/status.ts';
import type { Locale } from '../../src/domain/i18n/locales.ts';
import { shownEmail } from '../../src/domain/input/shown-email.ts';
import { type MailOutcome, sendWaiting } from '../admin/mail/outbox.ts';
import { readApplicantId } from '../admin/secrets/keys.ts';
import { DeskLog } from '../admin/store/actions.ts';
import { ApplicationLists, cursorOf, type ListedApplicant } from '../admin/store/lists.ts';
import { OfficerNotes } from '../admin/store/notes.ts';
import { type ListedMail, Outbox, shownState } from '../admin/store/outbox.ts';
import { ApplicationSearch } from '../admin/store/search.ts';
import { Versions } from '../admin/store/versions.ts';
import { assignTo, note } from '../office/case-work.ts';
import { resend, seenMail } from '../office/correspondence.ts';
import type { DecisionForm } from '../office/decisions.ts';
import { consider, decide, doubtsOf, issuesOf, previewMail, undo, undoable } from '../office/decisions.ts';
import { changesOf } from '../office/differences.ts';
import { exportArchive } from '../office/export-archive.ts';
import { exportList } from '../office/list-export.ts';
import {
  type Filter,
  QUEUES,
  readCursor,
  readFilter,
  readSearch,
  stageDeadline,
  Worklist,
  writeCursor,
} from '../office/lists.ts';
import { cleanNote, findApplicant, type Officer, seenStateOf, traceRead } from '../office/officer.ts';
import { anonymise, declineRequest, dueForAnonymising, erase, erasureOf } from '../office/personal-data.ts';
import { Problem } from '../office/problem.ts';
import { statistics } from '../office/statistics.ts';
import { officeClock } from '../office/words.ts';
import { addSamples } from './demo.ts';
import type { Storage } from './platform.ts';

/** The engineer at the command line, with all roles. */
interface Operator extends Officer, Pick<Storage, 'remote' | 'officersAt' | 'mailFiles'> {
  locale: Locale;
  /** False with `--yes`: doubts have to be named then. */
  isAsked: boolean;
  /** Asks before a change. @param expected text to type in place of yes @throws NotConfirmed */
  confirm(question: string, expected?: string): Promise<void>;
}

type Options = Readonly<Record<string, string | boolean | undefined>>;

interface Command {
  about: string;
  /** As commander writes them, such as `<number> [status]`. */
  args?: string;
  /** Texts by option; a name with a placeholder, such as `note <text>`, takes a value. */
  options?: Readonly<Record<string, string>>;
  /** The trace that it leaves. */
  reads?: 'list' | 'search';
  run(operator: Operator, args: readonly string[], options: Options): Promise<unknown>;
}

/** The command line itself is wrong. */
class UsageError extends Error {}

const text = (value: string | boolean | undefined) => (typeof value === 'string' ? value : undefined);
const given = (options: Record<string, string | boolean | undefined>) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

/** The data with times as text in place of milliseconds; null for 0. */
const withTimes = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data), (name, value) =>
    typeof value === 'number' && /(?:^a|A)t$|^since$/.test(name)
      ? value > 0
        ? new Date(value).toISOString()
        : null
      : value,
  );

/** Sends a waiting mail from this process; only the portal has the key of a sealed one. */
async function sendNow({ env, now, mailFiles }: Operator, id: string, isSealed = false) {
  const outcome: MailOutcome | null = isSealed ? null : await sendWaiting(env, id, now, null);
  return { id, sent: outcome === 'sent', file: outcome === 'sent' ? (mailFiles.at(-1) ?? null) : null };
}

/** Confirms a decision with its mail and doubts, and stores it. */
async function decideBy(operator: Operator, id: string, status: string, form: DecisionForm, isMailedNow: boolean) {
  if (!isStatus(status)) throw new Problem('statusUnknown', { statuses: STATUSES.join(', ') });
  const consideration = await consider(operator, id, status);
  const { applicant } = consideration;
  const seen = seenStateOf(applicant);
  const doubts = doubtsOf(operator, consideration, form);
  const [issue] = issuesOf(consideration, { ...form, sure: doubts }, doubts);
  if (issue) throw new Problem(issue.problem, { id, ...issue.values });
  const unsure = doubts.filter((doubt) => !form.sure.includes(doubt));
  const { mail, contradicts } = await previewMail(operator, consideration, form);
  const when = isMailedNow ? 'at once' : `in ten minutes (undo: npm run desk -- undo ${applicant.id})`;
  const question = [
    ...(contradicts ? [`The applicant was told: ${contradicts}.`] : []),
    `${applicant.id}: ${applicant.status} → ${status}?`,
    mail ? `A mail goes to ${shownEmail(String(applicant.fields.email))} ${when}.` : 'No mail follows.',
  ];
  if (unsure.length > 0 && !operator.isAsked)
    throw new UsageError(`check this first, then add --sure ${unsure.join()}`);
  const doubtful = unsure.length > 0 ? [`Check: ${unsure.join(', ')}.`] : [];
  await operator.confirm([...doubtful, ...question].join(' '));
  const sure = { ...form, sure: doubts };
  const { mail: waiting, ...decided } = await decide(operator, consideration, sure, { seen, isMailedNow });
  const due = waiting && { ...waiting, sent: false, file: null };
  return { ...decided, doubts, mail: due && isMailedNow ? { ...due, ...(await sendNow(operator, due.id)) } : due };
}

const formOf = (options: Options): DecisionForm => ({
  note: cleanNote(text(options.note) ?? ''),
  fields: (text(options.fields) ?? '').split(/[\s,]+/).filter(Boolean),
  ...{ from: text(options.from) ?? '', to: text(options.to) ?? '', reason: text(options.reason) ?? '' },
  sure: (text(options.sure) ?? '').split(',').map((doubt) => doubt.trim()),
});
const PERIOD = { 'from <date>': 'first day, YYYY-MM-DD', 'to <date>': 'last day' };
const FILTER = {
  'status <status>': 'of one stage',
  'type <type>': 'of one type',
  ...PERIOD,
  overdue: 'only overdue ones',
};
const filterOf = ({ status, type, request, from, to, overdue }: Options): Filter =>
  given({ status, type, request, from, to, overdue }) as Filter;

const rowOf = (row: ListedApplicant, now: number) => ({ ...row, ...stageDeadline(row, now) });

const LISTED = 50;
const LOGGED = 100;

async function list(operator: Operator, [queue]: readonly string[], options: Options) {
  const { env, now } = operator;
  const after = readCursor(text(options.after));
  const filters = filterOf(options);
  if (queue !== undefined && QUEUES.some((one) => one === queue)) {
    if (Object.keys(filters).length > 0) throw new UsageError(`the queue "${queue}" has no filters`);
    const { rows } = await new Worklist(operator).read(queue, { after, limit: LISTED });
    return rows.map((row) => ({ ...rowOf(row, now), cursor: writeCursor(Worklist.placeIn(queue, row)) }));
  }
  if (queue !== undefined && filters.status !== undefined) throw new UsageError('name one status');
  const filter = readFilter({ ...(queue === undefined ? {} : { status: queue }), ...filters }, now);
  const rows = await new ApplicationLists(env.DB).page(filter, { after, limit: LISTED });
  return rows.map((row) => ({ ...rowOf(row, now), cursor: writeCursor(cursorOf(filter, row)) }));
}

async function show(operator: Operator, [number = '']: readonly string[]) {
  const applicant = await findApplicant(operator, number);
  const { id, origins, history, ...rest } = applicant;
  await traceRead(operator, 'open', id);
  const { DB } = operator.env;
  const [actions, notes, earlier] = await Promise.all([
    new DeskLog(DB).list(id),
    new OfficerNotes(DB).list(id),
    new Versions(DB).list(id),
  ]);
  const changes = changesOf(applicant, earlier, operator.locale).map(({ differences, ...change }) => ({
    ...change,
    differences: differences.map(({ items, ...difference }) => ({
      ...difference,
      items: items.map(({ before, after }) => ({ before: before.text, after: after.text })),
    })),
  }));
  return {
    ...{ id, ...rest, history: history.map((entry, at) => ({ ...entry, ...origins[at] })) },
    next: isStatus(applicant.status) ? STAGES[applicant.status].next : [],
    ...stageDeadline({ status: applicant.status, since: seenStateOf(applicant).at }, operator.now),
    ...{ changes, notes, actions },
  };
}

const mailRow = ({ expiresAt: _, isEmptied: __, isSealed: ___, isOver: ____, ...mail }: ListedMail) => ({
  ...mail,
  state: shownState(mail),
});

async function exportData(operator: Operator, [number]: readonly string[], options: Options) {
  const [xlsx, csv, save] = [text(options.xlsx), text(options.csv), text(options.save)];
  const named = [xlsx, csv, save].filter((file) => file !== undefined);
  const filter = filterOf(options);
  if (named.length !== 1 || (number === undefined) !== (save === undefined))
    throw new UsageError(
      'write "export <number> --save file.zip", or "export --xlsx file.xlsx" or "--csv file.csv" with a filter',
    );
  if (number !== undefined && Object.keys(filter).length > 0) throw new UsageError('a filter goes with a list only');
  const file = resolve(named.join());
  if (existsSync(file)) throw new UsageError(`${file} exists already: name a new file`);
  const { stream, ...about } =
    number === undefined
      ? await exportList(operator, filter, operator.locale, xlsx === undefined ? 'csv' : 'xlsx')
      : await exportArchive(operator, number);
  const content = new Uint8Array(await new Response(stream).arrayBuffer());
  // Only the operator may read it, and no file is overwritten.
  writeFileSync(file, content, { mode: 0o600, flag: 'wx' });
  return { ...about, file };
}

export const COMMANDS: Readonly<Record<string, Command>> = {
  list: {
    about: `lists applications, newest first, or a queue: ${QUEUES.join(', ')}`,
    args: '[queue]',
    options: { ...FILTER, 'request <id>': 'created by this request', 'after <cursor>': 'from this place on' },
    reads: 'list',
    run: list,
  },
  find: {
    about: 'finds applications by number, name, company, e-mail, phone, passport number or request',
    args: '<text...>',
    reads: 'search',
    async run(operator, args) {
      const rows = await new ApplicationSearch(operator.env.DB).find(readSearch(args.join(' ')), LISTED);
      return { found: rows.map((row) => rowOf(row, operator.now)) };
    },
  },
  show: { about: 'shows an application', args: '<number>', run: show },
  log: {
    about: 'lists what officers did and applicants changed, newest first',
    args: '[number]',
    reads: 'list',
    run: ({ env }, [number = null]) => new DeskLog(env.DB).latest(number, LOGGED),
  },
  stats: {
    about: 'counts applications and decisions, by default of the last twelve weeks',
    options: PERIOD,
    run: (operator, _, { from, to }) => statistics(operator, given({ from, to })),
  },
  mails: {
    about: 'lists unsent mails',
    args: '[number]',
    options: { all: 'also sent ones' },
    reads: 'list',
    async run({ env }, [number = null], { all }) {
      const asked = { applicantId: number, sent: all === true };
      return (await new Outbox(env.DB).list(asked, { after: null, limit: LOGGED })).map(mailRow);
    },
  },
  set: {
    about: 'sets the next status; issues or revokes a visa',
    args: '<number> <status>',
    options: {
      ...{ 'note <text>': 'comment for the applicant', now: 'sends the mail at once; no undo' },
      ...{ 'fields <names>': 'wire names of fields to change', 'reason <code>': 'of a refusal', ...PERIOD },
      'sure <doubts>': 'what you have checked, such as past,passport,same',
    },
    run: (operator, [number = '', status = ''], options) =>
      decideBy(operator, number, status, formOf(options), options.now === true),
  },
  undo: {
    about: 'undoes the last decision while its mail waits',
    args: '<number> [status]',
    async run(operator, [number = '', status]) {
      const applicant = await findApplicant(operator, number);
      // Without one, the office says why.
      const last = await undoable(operator, applicant);
      const at = last && officeClock(operator.locale).instant(last.at);
      if (last) await operator.confirm(`Undo ${last.status} of ${applicant.id}, set ${at} by ${last.officer}?`);
      return undo(operator, number, status, seenStateOf(applicant));
    },
  },
  note: {
    about: 'adds an internal note',
    args: '<number> <text>',
    run: (operator, [number = '', written = '']) => note(operator, number, written),
  },
  assign: {
    about: 'hands an application to an officer; without one, to none',
    args: '<number> [officer]',
    run: (operator, [number = '', officer = '']) => assignTo(operator, number, officer),
  },
  resend: {
    about: 'sends a mail again, by its id or as the last one of an application',
    args: '<id>',
    async run(operator, [id = '']) {
      const mail = await new Outbox(operator.env.DB).find(id);
      if (!mail) throw new Problem('noSuchMail', { id });
      const { applicantId, kind, isSealed, message, state } = mail;
      const doubt = state === 'unclear' ? ' It may have arrived.' : '';
      await operator.confirm(`Send the mail ${kind} (${message ?? applicantId}) again?${doubt}`);
      await resend(operator, mail.id, seenMail(mail));
      return { applicantId, kind, ...(await sendNow(operator, mail.id, isSealed === 1)) };
    },
  },
  decline: {
    about: 'declines a deletion request',
    args: '<number>',
    options: { 'note <text>': 'the reason, for the applicant' },
    async run(operator, [number = ''], options) {
      await operator.confirm(`Answer the deletion request of ${number}: the data stays?`);
      const mail = await declineRequest(operator, number, text(options.note) ?? '');
      return { applicantId: number, ...(await sendNow(operator, mail)) };
    },
  },
  erase: {
    about: 'deletes an applicant with all data',
    args: '<number>',
    async run(operator, [number = '']) {
      const { id } = await findApplicant(operator, number);
      const { visas } = await erasureOf(operator, id);
      const visa = visas.length > 0 ? ' The page of the visa closes.' : '';
      await operator.confirm(`This deletes everything about ${id}; backups keep it for a time.${visa}`, id);
      return erase(operator, id, id);
    },
  },
  anonymise: {
    about: 'anonymises closed applications whose retention is over',
    args: '[number]',
    async run(operator, [number = null]) {
      const due = await dueForAnonymising(operator, number);
      const expected = number ?? String(due.length);
      const ids = due.slice(0, 20).map(({ id }) => id);
      await operator.confirm(`This anonymises ${ids.join(', ')} (${due.length}).`, expected);
      return anonymise(operator, due, expected);
    },
  },
  export: {
    about: 'writes all data of an applicant as a ZIP file, or a list as a table',
    args: '[number]',
    options: {
      'save <file>': 'the ZIP file',
      'xlsx <file>': 'the list for spreadsheets',
      'csv <file>': 'the list for programs',
      ...FILTER,
    },
    run: exportData,
  },
  demo: { about: 'adds sample applications to the local database', run: addSamples },
};

/** Runs a command; a number may have any spelling. @throws Problem, UsageError, NotConfirmed */
export async function runCommand(
  name: string,
  operator: Operator,
  args: readonly string[],
  options: Options,
): Promise<unknown> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(`there is no command "${name}"`);
  const [first, ...rest] = args;
  const isNumber = first !== undefined && /^[<[](?:number|id)[>\]]/.test(command.args ?? '');
  const read = isNumber ? [readApplicantId(first, true) ?? first, ...rest] : args;
  const ahead = operator.now - Date.now();
  const acting: Operator = {
    ...operator,
    // A question may stay open for minutes, and the command acts when it is answered.
    async confirm(...asked) {
      await operator.confirm(...asked);
      acting.now = Date.now() + ahead;
    },
  };
  if (command.reads) await traceRead(acting, command.reads);
  return withTimes(await command.run(acting, read, options));
}
