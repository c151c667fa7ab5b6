/** Commands that only look. */

import { isStatus, STATUSES } from '../../../src/domain/application/status.ts';
import { APPLICATION_TYPES, readApplicationType } from '../../../src/domain/application/types.ts';
import { listApplicants } from '../store/desk.ts';
import { type Commands, DeskRefusal, findApplicant, type Run, type Told } from './command.ts';

export const VIEWS: Commands = {
  list: { args: [0, 1], options: ['status', 'type', 'request'], run: list },
  show: { args: [1], options: [], run: show },
};

const LISTED = 50;

/** The latest applications, of one status, of one type, or of one request when they are given. */
async function list({ desk, t, args, options }: Run): Promise<Told> {
  const { type, request, status = args[0] } = options;
  const ofType = type === undefined ? null : readApplicationType(type);
  if (status !== undefined && !isStatus(status))
    throw new DeskRefusal(t('statusUnknown', { statuses: STATUSES.join(', ') }));
  if (type !== undefined && ofType === null)
    throw new DeskRefusal(t('noSuchType', { types: APPLICATION_TYPES.join(', ') }));
  const only = { status: status ?? null, type: ofType, request: request ?? null };
  const rows = await listApplicants(desk.env.DB, only, LISTED);
  const data = rows.map(({ isSample, createdAt, ...row }) => ({
    ...row,
    isSample: isSample === 1,
    createdAt: new Date(createdAt).toISOString(),
  }));
  if (rows.length === 0) return { lines: [t(status || type || request ? 'noneFound' : 'empty')], data };
  const lines = rows.map(({ id, type, status: current, name, isSample, createdAt }) =>
    [
      id,
      type.padEnd(10),
      current.padEnd(17),
      new Date(createdAt).toISOString().slice(0, 10),
      name,
      isSample ? `(${t('sample')})` : '',
    ].join('  '),
  );
  return { lines: rows.length < LISTED ? lines : [...lines, t('more', { count: LISTED })], data };
}

/** One application with its history. */
async function show(run: Run): Promise<Told> {
  const [id = ''] = run.args;
  const { fields, history, type, status, version, terms, requestId } = await findApplicant(run, id);
  const values = Object.entries(fields).flatMap(([name, value]) =>
    indented(`  ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`),
  );
  const entries = history.flatMap(({ created_at, status_type, note, fields: asked }) =>
    indented(`  ${created_at}  ${status_type}  ${[note, asked && `[${asked.join(', ')}]`].filter(Boolean).join(' ')}`),
  );
  const consent = terms && { version: terms.version, accepted_at: new Date(terms.acceptedAt).toISOString() };
  return {
    lines: [
      `${id}  ${type}`,
      ...values,
      ...(requestId === null ? [] : [`  request: ${requestId}`]),
      ...(consent ? [`  terms: ${consent.version}  ${consent.accepted_at}`] : []),
      '',
      ...entries,
    ],
    data: { id, type, status, version, fields, history, terms: consent, requestId },
  };
}

/** A text of several lines, so that none of them can be taken for a line of ours. */
const indented = (text: string) => text.split('\n').map((line, index) => (index === 0 ? line : `      ${line}`));
