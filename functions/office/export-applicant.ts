/**
 * Exports all data about one applicant, for a subject access request. Rule: includes operators' notes and actions without the
 * operators' names, and nothing that opens an account (hashes, codes, tokens).
 */
import { basename, join, resolve } from 'node:path';
import { formatDate } from '../../src/domain/i18n/dates.ts';
import { deskKey, wordsOf } from '../admin/mail/words.ts';
import { listActions } from '../admin/store/actions.ts';
import type { Applicant } from '../admin/store/applicants.ts';
import { loadRelatedRecords, type RelatedRecords } from '../admin/store/erase.ts';
import type { FileRow } from '../admin/store/files.ts';
import { messagesForExport } from '../admin/store/messages.ts';
import { listNotes } from '../admin/store/notes.ts';
import { listAllVersions, type Version } from '../admin/store/versions.ts';
import { type CommandResult, findApplicant, type Run, requireApplicant } from './command.ts';
import { officeClock } from './office-clock.ts';
import { writeFiles, writeNew } from './save-files.ts';
import { answerSections, filesSection, historySection } from './show.ts';
import { typeName } from './site-words.ts';

interface DatedText {
  at: string;
  text: string;
}

/** The content of `application.json`. Answers have wire names; files have their saved names. */
type ApplicantExport = Awaited<ReturnType<typeof collectExport>>;

const instant = (ms: number) => new Date(ms).toISOString();

/**
 * Writes the stored files, `application.json`, and `application.txt` in the applicant's language.
 * @throws DeskRefusal for an unknown or anonymised application, and when a file exists already
 */
export async function exportApplicant(run: Run, id: string, save: string): Promise<CommandResult> {
  const { desk, t } = run;
  const applicant = await findApplicant(run, id);
  requireApplicant(t, applicant);
  const { DB } = desk.env;
  const folder = resolve(save);
  const earlier = await listAllVersions(DB, id);
  const saved = await writeFiles(run, [...applicant.files, ...earlier.files], folder);
  const names = new Map(saved.map((one) => [one.id, basename(one.file)]));
  const data = await collectExport(run, applicant, earlier, names);
  const json = join(folder, 'application.json');
  writeNew(t, json, `${JSON.stringify(data, null, 2)}\n`);
  const text = join(folder, 'application.txt');
  writeNew(t, text, `${exportText(applicant, data, basename(json)).join('\n')}\n`);
  const written = [text, json, ...saved.map(({ file }) => file)];
  return { lines: [...written, t('exported', { id, folder })], data: { id, folder, files: written } };
}

/** Collects an applicant's data, without the content of files. @param names exported file names by id */
export async function collectExport(
  { desk: { env }, now }: Pick<Run, 'desk' | 'now'>,
  applicant: Applicant,
  earlier: { versions: readonly Version[]; files: readonly FileRow[] },
  names: Map<string, string>,
) {
  const { id } = applicant;
  const [held, messages, notes, actions] = await Promise.all([
    loadRelatedRecords(env.DB, id, now),
    messagesForExport(env.DB, applicant),
    listNotes(env.DB, id),
    listActions(env.DB, id),
  ]);
  return {
    exported_at: instant(now),
    ...recordOf({ ...applicant, files: [...applicant.files, ...earlier.files] }, names),
    ...recordsOf(held),
    former_versions: earlier.versions.map(({ version, fields, replacedAt }) => ({
      ...{ version, replaced_at: instant(replacedAt), fields: withFileNames(fields, names) },
    })),
    messages: messages.map(({ sentAt, text, answer, endedAt }) => ({
      ...{ sent_at: instant(sentAt), text, answer },
      answered_at: answer === null || endedAt === null ? null : instant(endedAt),
    })),
    notes: notes.map(({ text, at }) => ({ at: instant(at), text })),
    actions: actions.map(({ action, detail, at }) => ({ at: instant(at), text: [action, detail].join(' ').trim() })),
  };
}

function recordOf(
  { id, type, locale, fields, history, version, visa, terms, requestId, files, emailConfirmedAt, deletion }: Applicant,
  names: Map<string, string>,
) {
  return {
    application: {
      ...{ id, application_type: type, ...(withFileNames(fields, names) as object) },
      ...{ application_status_history: history, version, ...(visa ? { visa } : {}) },
    },
    terms: terms && { version: terms.version, accepted_at: instant(terms.acceptedAt) },
    request_id: requestId,
    email_confirmed_at: emailConfirmedAt === null ? null : instant(emailConfirmedAt),
    deletion_request: deletion && {
      ...{ asked_at: instant(deletion.askedAt), answer: deletion.answer },
      answered_at: deletion.answeredAt === null ? null : instant(deletion.answeredAt),
    },
    locale,
    files: files.map(({ id: key, ...file }) => ({ ...file, file: names.get(key) ?? '' })),
  };
}

/** The answers with each file id replaced by the exported file's name. */
const withFileNames = (value: unknown, names: Map<string, string>): unknown =>
  JSON.parse(JSON.stringify(value), (_, inner) => (typeof inner === 'string' ? (names.get(inner) ?? inner) : inner));

function recordsOf({ sessions, left, mails }: RelatedRecords) {
  return {
    sessions: sessions.map(({ created_at, used_at, browser }) => ({
      ...{ created_at: instant(created_at), used_at: instant(used_at), browser },
    })),
    former_address: left && { email: left.email, left_at: instant(left.left_at) },
    mails: mails.map(({ kind, made_at, state }) => ({ kind, made_at: instant(made_at), state })),
  };
}

/** The content of `application.txt`, in the applicant's language. */
export function exportText(applicant: Applicant, data: ApplicantExport, json: string): string[] {
  const { id, type, locale, visa } = applicant;
  const t = wordsOf(locale, 'desk');
  const time = officeClock(locale).instant;
  const { terms, former_address: former, sessions, mails } = data;
  const { email_confirmed_at: confirmed, deletion_request: deletion } = data;
  const [first] = applicant.history;
  const list = (title: string, lines: string[]) => (lines.length > 0 ? ['', title, ...lines] : []);
  const dated = (entries: DatedText[]) =>
    entries.map(({ at, text }) => `  ${time(at)}  ${text.replaceAll('\n', '\n      ')}`);
  const day = (date: string) => formatDate(date, locale);
  return [
    t('exportText.title', { id }),
    t('exportText.type', { type: typeName(type, locale) }),
    ...(first ? [t('exportText.sent', { date: time(first.created_at) })] : []),
    ...(terms ? [t('exportText.terms', { version: day(terms.version), date: time(terms.accepted_at) })] : []),
    ...(visa ? [t('exportText.visa', { code: visa.code, from: day(visa.valid_from), to: day(visa.valid_to) })] : []),
    ...(former ? [t('exportText.former', { email: former.email })] : []),
    ...(confirmed ? [t('exportText.confirmed', { date: time(confirmed) })] : []),
    ...(deletion ? [t('exportText.deletion', { date: time(deletion.asked_at) })] : []),
    ...(deletion?.answer ? [t('exportText.deletionAnswer', { answer: deletion.answer })] : []),
    ...[
      ...answerSections({ locale, t }, applicant),
      historySection({ locale, t }, applicant),
      filesSection({ locale, t }, applicant),
    ].flatMap((section) => ['', ...section]),
    ...list(
      t('exportText.sessions'),
      sessions.map(
        ({ browser, created_at, used_at }) =>
          `  ${t('exportText.session', { browser, created: time(created_at), used: time(used_at) })}`,
      ),
    ),
    ...list(
      t('exportText.mails'),
      mails.map(({ kind, made_at }) => `  ${time(made_at)}  ${t(deskKey('mailKinds', kind))}`),
    ),
    ...list(
      t('exportText.messages'),
      dated(
        data.messages.flatMap(({ sent_at, text, answer, answered_at }) => [
          { at: sent_at, text },
          ...(answer !== null && answered_at !== null ? [{ at: answered_at, text: answer }] : []),
        ]),
      ),
    ),
    ...list(t('exportText.notes'), dated(data.notes)),
    ...list(t('exportText.actions'), dated(data.actions)),
    '',
    t('exportText.more', { json }),
  ];
}
