/** Holds an answer against the contract's exact form, and tells where it differs without what it holds. */
import * as v from 'valibot';
import { ANSWERS } from '../../src/domain/api/contract/answer-schemas.ts';
import type { EndpointId } from '../../src/domain/api/endpoints.ts';
import { see } from './finding.ts';
import type { Told } from './host-client.ts';

/** Bytes; the gateway reads no longer answer. */
const LONGEST = 1024 * 1024;

/** @throws Finding unless the answer is the success of its call, in its form */
export function seeSuccess(id: EndpointId, { status, body, bytes, error }: Told): void {
  const { status: expected, schema } = ANSWERS[id];
  const fields = Object.keys(error?.errors ?? {});
  const why = fields.length > 0 ? ` (${fields.join(', ')})` : '';
  see(status === expected, `${id}: ${status}${why}, not ${expected}`);
  see(bytes.length <= LONGEST, `${id}: an answer of more than 1 MiB`);
  if (!schema) return;
  const { issues } = v.safeParse(schema, body);
  see(issues === undefined, `${id}: the answer differs from docs/openapi.json at ${placesOf(issues ?? []).join(', ')}`);
}

/** Paths such as `data.visa.code`; of a union, those of the alternative that comes closest. */
function placesOf(issues: readonly v.BaseIssue<unknown>[], above: string[] = []): string[] {
  const places = issues.flatMap((issue) => {
    const path = [...above, ...(issue.path ?? []).map(({ key }) => String(key))];
    return issue.type === 'union' && issue.issues ? placesOf(issue.issues, path) : [path.join('.') || 'its root'];
  });
  return [...new Set(places)].slice(0, 10);
}
