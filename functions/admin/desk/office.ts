/** What operators tell each other: notes, and who did what. */
import { formatInstant } from '../../../src/domain/i18n/dates.ts';
import { latestActions, recordAction } from '../store/desk.ts';
import { addNote } from '../store/notes.ts';
import { type Commands, findApplicant, type Run, readNote, requireApplicant, type Told } from './command.ts';

export const OFFICE: Commands = {
  note: { args: [2], takesNumber: true, options: [], run: note },
  log: { args: [0, 1], takesNumber: true, options: [], run: log },
};

/** Notes something about an application, which the applicant never reads. */
async function note(run: Run): Promise<Told> {
  const { desk, t, args, by, now } = run;
  const [given = '', written = ''] = args;
  const text = readNote(t, written);
  const applicant = await findApplicant(run, given);
  requireApplicant(t, applicant);
  const { id } = applicant;
  // On this machine a note needs no second thought.
  if (desk.remote) await run.confirm(t('confirmNote', { id }));
  const { DB } = desk.env;
  const action = recordAction(DB, { applicantId: id, action: 'note', detail: '', by, now });
  await DB.batch([addNote(DB, id, { text, by, at: now }), action]);
  return { lines: [t('noted', { id })], data: { id, text, by } };
}

const LISTED = 100;

/** What operators did, newest first, to all applications or one; also to one that is gone. */
async function log({ desk, t, locale, args }: Run): Promise<Told> {
  const rows = await latestActions(desk.env.DB, args[0] ?? null, LISTED);
  const lines = rows.map(({ applicantId, action, detail, by, at }) =>
    [formatInstant(new Date(at).toISOString(), locale), by, action, applicantId, detail].filter(Boolean).join('  '),
  );
  const data = rows.map(({ at, applicantId, ...row }) => ({
    at: new Date(at).toISOString(),
    application: applicantId,
    ...row,
  }));
  return { lines: lines.length > 0 ? lines : [t('noActions')], data };
}
