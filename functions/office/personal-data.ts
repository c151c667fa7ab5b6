/** Commands that export, erase or anonymise personal data. Rule: the question names what is deleted and what stays. */

import { keyedHash } from '../admin/secrets/keys.ts';
import { Conflict } from '../admin/store/database.ts';
import { eraseApplicant, findErasureSummary } from '../admin/store/erase.ts';
import { deleteObjects } from '../admin/store/files.ts';
import { anonymise as anonymiseAll, type DueApplicant, findDue } from '../admin/store/retention.ts';
import {
  type CommandResult,
  type Commands,
  DeskRefusal,
  type Operator,
  type Run,
  UnknownApplication,
  usage,
} from './command.ts';
import { DELETION_REQUESTS } from './deletion-requests.ts';
import { exportApplicant } from './export-applicant.ts';
import { exportCsv } from './export-csv.ts';
import { FILTER_OPTIONS } from './list-filter.ts';
import { dayOf } from './office-clock.ts';
import { RETENTION, requireRetention } from './retention.ts';

export const PERSONAL_DATA: Commands = {
  ...DELETION_REQUESTS,
  export: { args: [0, 1], takesNumber: true, options: [...FILTER_OPTIONS, 'save', 'csv'], run: exportData },
  erase: { args: [1], takesNumber: true, options: [], run: erase },
  ...RETENTION,
  anonymise: { args: [0, 1], takesNumber: true, options: [], run: anonymise },
};

/** `export`: without a number the list as CSV; with one all data about an applicant. */
async function exportData(run: Run): Promise<CommandResult> {
  const { t, args, options } = run;
  const [id] = args;
  const { csv, save, ...filter } = options;
  const extra = Object.keys(filter).some((name) => (FILTER_OPTIONS as readonly string[]).includes(name));
  if (id === undefined && csv && save === undefined) return exportCsv(run, csv);
  if (id === undefined || !save || csv !== undefined || extra) throw new DeskRefusal(usage(t, ['export']));
  return exportApplicant(run, id, save);
}

/** `erase`: deletes an applicant with all data; of the operators' actions number, operator and time stay. */
async function erase(run: Run): Promise<CommandResult> {
  const { desk, t, by, now } = run;
  const [id = ''] = run.args;
  const held = await findErasureSummary(desk.env.DB, id);
  if (!held) throw new UnknownApplication(t('unknownApplicant', { id }));
  const warnings = [t('eraseWhat', { id }), ...(held.visas.length > 0 ? [t('eraseVisa')] : []), t('eraseBackups')];
  await run.confirm(warnings.join('\n'), id);
  const addressHashes = held.emailKeys.map((key) => keyedHash(desk.env, 'address', key));
  const files = await eraseApplicant(desk.env.DB, { id, addressHashes, by, now });
  const filesDeleted = await tryDeleteObjects(run, files);
  const lines = [t('erased', { id }), filesDeleted ? t('filesDeleted', { count: files.length }) : t('filesLater')];
  return { lines, data: { id, files: files.length, filesDeleted } };
}

const SHOWN = 20;
const BATCH_SIZE = 50;

/** `anonymise`: does the sweep's work at once, for all due applications or one. See `retentionMonths`. */
async function anonymise(run: Run): Promise<CommandResult> {
  const { desk, t, args, by, now } = run;
  const months = requireRetention(run);
  const [only = null] = args;
  const due = await findDue(desk.env.DB, { now, months, only, limit: -1 });
  if (due.length === 0) throw await noneDueRefusal(run, only, months);
  await run.confirm(anonymiseQuestion(run, due, months), only ?? String(due.length));
  let filesDeleted = true;
  for (let from = 0; from < due.length; from += BATCH_SIZE) {
    const some = due.slice(from, from + BATCH_SIZE);
    await anonymiseAll(desk.env.DB, some, { by, now }).catch((error: unknown) => {
      throw error instanceof Conflict ? new DeskRefusal(t('anonymiseConflict', { done: from })) : error;
    });
    filesDeleted =
      (await tryDeleteObjects(
        run,
        some.flatMap(({ files }) => files),
      )) && filesDeleted;
  }
  const lines = [t('anonymised', { count: due.length }), ...(filesDeleted ? [] : [t('filesLater')])];
  return { lines, data: { anonymised: due.map(({ id }) => id), filesDeleted } };
}

async function noneDueRefusal({ desk, t }: Operator, id: string | null, months: number): Promise<DeskRefusal> {
  if (id === null) return new DeskRefusal(t('noneDue', { count: months }));
  const held = await findErasureSummary(desk.env.DB, id);
  if (!held) return new UnknownApplication(t('unknownApplicant', { id }));
  return new DeskRefusal(t(held.anonymisedAt === null ? 'notDue' : 'alreadyAnonymised', { id, count: months }));
}

function anonymiseQuestion({ t }: Operator, due: readonly DueApplicant[], months: number): string {
  const shown = due
    .slice(0, SHOWN)
    .map(({ id, type, status, createdAt }) =>
      [' ', id, type.padEnd(10), status.padEnd(17), dayOf(createdAt)].join(' '),
    );
  const more = due.length > SHOWN ? [`  ${t('andMore', { count: due.length - SHOWN })}`] : [];
  return [t('anonymiseWhat', { count: months }), ...shown, ...more, t('eraseBackups')].join('\n');
}

/** Deletes objects. @returns false after an error: then the sweep deletes them */
async function tryDeleteObjects({ desk }: Operator, files: readonly string[]): Promise<boolean> {
  try {
    await deleteObjects(desk.env, files);
    return true;
  } catch {
    return false;
  }
}
