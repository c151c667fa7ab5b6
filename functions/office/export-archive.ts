/**
 * Exports all data about one applicant as a ZIP archive, for a subject access request. It includes officers' notes and actions
 * without the officers' names. It leaves out what could open an account (hashes, codes, tokens), and who has read the
 * application.
 */
import { presentApplication } from '../../src/domain/application/application-copy.ts';
import { fieldLabel } from '../../src/domain/application/field-names.ts';
import type { StatusEntry } from '../../src/domain/application/status.ts';
import { type ZipEntry, zipOf } from '../../src/domain/files/zip.ts';
import { formatDate } from '../../src/domain/i18n/dates.ts';
import type { Locale } from '../../src/domain/i18n/locales.ts';
import { fileSizeText } from '../../src/domain/input/files.ts';
import { storedValues } from '../admin/application/record.ts';
import { fileTitle } from '../admin/mail/file-titles.ts';
import { formWords, mailTextsIn, type OfficeWords } from '../admin/mail/words.ts';
import { DeskLog } from '../admin/store/actions.ts';
import { type Applicant, Applicants } from '../admin/store/applicants.ts';
import type { FileRow } from '../admin/store/files.ts';
import { Messages } from '../admin/store/messages.ts';
import { OfficerNotes } from '../admin/store/notes.ts';
import { type Version, Versions } from '../admin/store/versions.ts';
import { findPerson, type Officer, requireRole, traceExport } from './officer.ts';
import { OfficeRefusal } from './refusal.ts';
import { fileLabel, officeClock, statusName, typeName } from './words.ts';

const JSON_NAME = 'application.json';
/** The first time that the format knows: the entries have none. */
const EARLIEST = new Date('1980-01-01T00:00Z');

/**
 * The archive: stored files, `application.json` with wire names, `application.txt` in the applicant's language. Logged.
 * @throws OfficeRefusal; in the stream when a file is no longer stored
 */
export async function exportArchive(
  officer: Officer,
  given: string,
): Promise<{ id: string; stream: ReadableStream<Uint8Array> }> {
  requireRole(officer, 'export');
  const { env } = officer;
  const applicant = await findPerson(officer, given);
  const { id } = applicant;
  await traceExport(officer, id, 'export');
  const earlier = await new Versions(env.DB).listAll(id);
  const rows = [...applicant.files, ...earlier.files];
  const names = new Map(rows.map((row, at) => [row.id, archivedName(at + 1, row, applicant)]));
  const data = await collectExport(officer, applicant, earlier, names);
  const text = `${exportText(applicant, data, names).join('\n')}\n`;
  const encode = (content: string) => new TextEncoder().encode(content) as Uint8Array<ArrayBuffer>;
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: 'application.txt', bytes: encode(text) };
    yield { name: JSON_NAME, bytes: encode(`${JSON.stringify(data, null, 2)}\n`) };
    // One at a time, since together they may exceed the worker's memory.
    for (const { id: key, name } of rows) {
      const object = await env.FILES.get(key);
      if (!object) throw new OfficeRefusal('fileGone', { name });
      yield { name: names.get(key) ?? key, bytes: new Uint8Array(await object.arrayBuffer()) };
    }
  }
  return { id, stream: streamOf(zipOf(entries(), EARLIEST), (bytes) => bytes) };
}

/** The name of an archived file, such as `01-passport of Jan Lee.pdf`. */
const archivedName = (position: number, row: FileRow, applicant: Applicant): string =>
  `${String(position).padStart(2, '0')}-${fileTitle(row, applicant, applicant.locale)}`;

/** The content of `application.json`. Answers have wire names; files have their saved names. */
type ApplicantExport = Awaited<ReturnType<typeof collectExport>>;

const instant = (ms: number) => new Date(ms).toISOString();

/** Collects an applicant's data, without the content of files. @param names exported file names by id */
async function collectExport(
  { env, now }: Officer,
  applicant: Applicant,
  earlier: { versions: readonly Version[]; files: readonly FileRow[] },
  names: Map<string, string>,
) {
  const { id } = applicant;
  const [held, messages, notes, actions] = await Promise.all([
    new Applicants(env.DB).loadRelated(id, now),
    new Messages(env.DB).forExport(applicant),
    new OfficerNotes(env.DB).list(id),
    new DeskLog(env.DB).list(id),
  ]);
  return {
    exported_at: instant(now),
    ...recordOf({ ...applicant, files: [...applicant.files, ...earlier.files] }, names),
    sessions: held.sessions.map(({ created_at, used_at, browser }) => ({
      created_at: instant(created_at),
      used_at: instant(used_at),
      browser,
    })),
    former_address: held.left && { email: held.left.email, left_at: instant(held.left.left_at) },
    visas: held.visas.map((visa) => ({
      ...visa,
      issued_at: instant(visa.issued_at),
      revoked_at: visa.revoked_at === null ? null : instant(visa.revoked_at),
    })),
    mails: held.mails.map(({ kind, made_at, state }) => ({ kind, made_at: instant(made_at), state })),
    former_versions: earlier.versions.map(({ version, fields, replacedAt }) => ({
      version,
      replaced_at: instant(replacedAt),
      fields: withFileNames(fields, names),
    })),
    messages: messages.map(({ sentAt, email, name, number, text, answer, endedAt }) => ({
      sent_at: instant(sentAt),
      email,
      name,
      number,
      text,
      answer,
      answered_at: answer === null || endedAt === null ? null : instant(endedAt),
    })),
    notes: notes.map(({ text, at }) => ({ at: instant(at), text })),
    actions: actions.map(({ action, detail, at }) => ({ at: instant(at), text: [action, detail].join(' ').trim() })),
  };
}

function recordOf(applicant: Applicant, names: Map<string, string>) {
  const { id, type, locale, fields, origins, version, visa, terms, requestId } = applicant;
  const { files, emailConfirmedAt, deletion } = applicant;
  const history = applicant.history.map((entry, at) => ({ ...entry, reason: origins[at]?.reason ?? null }));
  return {
    application: {
      id,
      application_type: type,
      ...(withFileNames(fields, names) as object),
      application_status_history: history,
      version,
      ...(visa ? { visa } : {}),
    },
    terms: terms && { version: terms.version, accepted_at: instant(terms.acceptedAt) },
    request_id: requestId,
    email_confirmed_at: emailConfirmedAt === null ? null : instant(emailConfirmedAt),
    deletion_request: deletion && {
      asked_at: instant(deletion.askedAt),
      answer: deletion.answer,
      answered_at: deletion.answeredAt === null ? null : instant(deletion.answeredAt),
    },
    locale,
    files: files.map(({ id: key, ...file }) => ({ ...file, file: names.get(key) ?? '' })),
  };
}

const withFileNames = (value: unknown, names: Map<string, string>): unknown =>
  JSON.parse(JSON.stringify(value), (_, inner) => (typeof inner === 'string' ? (names.get(inner) ?? inner) : inner));

function exportText(applicant: Applicant, data: ApplicantExport, names: Map<string, string>): string[] {
  const { id, type, locale, visa } = applicant;
  const [t, kinds] = [mailTextsIn(locale, 'office'), mailTextsIn(locale, 'web')];
  const time = officeClock(locale).instant;
  const { terms, former_address: former, sessions, mails } = data;
  const { email_confirmed_at: confirmed, deletion_request: deletion } = data;
  const [first] = applicant.history;
  const list = (title: string, lines: string[]) => (lines.length > 0 ? ['', title, ...lines] : []);
  const dated = (entries: { at: string; text: string }[]) =>
    entries.map(({ at, text }) => `  ${time(at)}  ${text.replaceAll('\n', '\n      ')}`);
  const day = (date: string) => formatDate(date, locale);
  const sessionLine = ({ browser, created_at: created, used_at: used }: (typeof sessions)[number]) =>
    `  ${t('exportText.session', { browser, created: time(created), used: time(used) })}`;
  const textsOf = ({ sent_at: at, text, answer, answered_at: later }: ApplicantExport['messages'][number]) =>
    [
      { at, text },
      { at: later ?? '', text: answer ?? '' },
    ].filter((one) => one.text !== '');
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
      filesSection({ locale, t }, applicant, names),
    ].flatMap((section) => ['', ...section]),
    ...list(t('exportText.sessions'), sessions.map(sessionLine)),
    ...list(
      t('exportText.mails'),
      dated(mails.map((mail) => ({ at: mail.made_at, text: kinds(`mails.kinds.${mail.kind}`) }))),
    ),
    ...list(t('exportText.messages'), dated(data.messages.flatMap(textsOf))),
    ...list(t('exportText.notes'), dated(data.notes)),
    ...list(t('exportText.actions'), dated(data.actions)),
    '',
    t('exportText.more', { json: JSON_NAME }),
  ];
}

interface Reader {
  locale: Locale;
  t: OfficeWords;
}

function answerSections({ locale, t }: Reader, { type, fields, files: rows }: Applicant): string[][] {
  const forms = formWords(locale);
  const values = storedValues(type, fields, rows);
  const rowsOf = (list: readonly { label: string; value: string }[], indent: string) =>
    list.flatMap(({ label, value }) =>
      indentLines(`${indent}${label}${label.endsWith('?') ? '' : ':'} ${value || t('exportText.nothing')}`),
    );
  return presentApplication(type, values, { locale, t: forms }).map(({ part, rows: own, items }) => [
    forms(`parts.${part}.title`, { context: type }),
    ...rowsOf(own, '  '),
    ...items.flatMap((item) => [`  ${item.title}`, ...rowsOf(item.rows, '    ')]),
  ]);
}

function historySection({ t, locale }: Reader, { type, history: entries }: Applicant): string[] {
  const asked = ({ fields = [] }: StatusEntry) => fields.map((name) => fieldLabel(formWords(locale), type, name));
  return [
    t('exportText.history'),
    ...entries.flatMap((entry) => [
      `  ${officeClock(locale).instant(entry.created_at)}  ${statusName(entry.status_type, locale)}`,
      ...(entry.note ? indentLines(`    ${t('exportText.note', { note: entry.note })}`) : []),
      ...(asked(entry).length > 0 ? [`    ${t('exportText.asked', { fields: asked(entry).join(', ') })}`] : []),
    ]),
  ];
}

function filesSection({ t, locale }: Reader, { type, files: rows }: Applicant, names: Map<string, string>): string[] {
  if (rows.length === 0) return [];
  const forms = formWords(locale);
  return [
    t('exportText.files', { count: rows.length }),
    ...rows.map(
      ({ id, field, size }) => `  ${fileLabel(field, type, locale)}: ${names.get(id)} (${fileSizeText(size, forms)})`,
    ),
  ];
}

/** Indents further lines of a text, so that they differ from the desk's own lines. */
const indentLines = (text: string) => text.split('\n').map((line, index) => (index === 0 ? line : `        ${line}`));

/** A stream of encoded entries, each made when the reader asks for it. */
export function streamOf<Part>(
  parts: AsyncGenerator<Part>,
  encode: (part: Part) => Uint8Array,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encode(value));
    },
  });
}
