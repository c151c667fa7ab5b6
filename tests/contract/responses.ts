/** Compares a response with the exact schema of the contract, and reports expected and received values. */
import * as v from 'valibot';
import { CALLS, type SuccessBody } from '../../src/domain/api/contract/calls.ts';
import type { EndpointId } from '../../src/domain/api/endpoints.ts';
import { assert, type Consequence, received } from './finding.ts';
import type { HostReply } from './host-client.ts';

/** In bytes; the gateway reads no longer response. */
const MAX_BODY = 1024 * 1024;

/** Calls whose response the portal reads no further than its status. */
const STATUS_ONLY: readonly EndpointId[] = [
  ...(['logout', 'changePassword', 'requestResetCode', 'checkResetCode', 'resetPassword'] as const),
  ...(['restoreEmail', 'endOtherSessions'] as const),
];

/** @throws Finding unless the call succeeded: any 2xx */
export function assertDone(id: EndpointId, reply: HostReply, consequence: Consequence | null = null): void {
  assert(isDone(reply), `${id}: expected ${CALLS[id].success.status}, received ${received(reply)}`, consequence);
}

export const isDone = ({ status }: HostReply) => status >= 200 && status < 300;

/** Returns the body. @throws Finding unless the response has the status and the schema of a success of its call */
export function assertSuccess<Id extends EndpointId>(
  id: Id,
  reply: HostReply,
  consequence: Consequence | null = null,
): SuccessBody<Id> {
  const { status: expected, schema } = CALLS[id].success;
  const { status, body, bytes } = reply;
  if (STATUS_ONLY.includes(id)) {
    assertDone(id, reply, consequence);
    return body as SuccessBody<Id>;
  }
  assert(status === expected, `${id}: expected ${expected}, received ${received(reply)}`, consequence);
  assert(bytes.length <= MAX_BODY, `${id}: expected at most 1 MiB, received ${bytes.length} bytes`, consequence);
  const { issues = [] } = schema ? v.safeParse(schema, body) : {};
  const places = placesOf(issues);
  const shown = places.slice(0, SHOWN_PLACES).join('; ');
  const more = places.length > SHOWN_PLACES ? `; and ${places.length - SHOWN_PLACES} more` : '';
  assert(issues.length === 0, `${id}: the response differs from docs/openapi.json: ${shown}${more}`, consequence);
  return body as SuccessBody<Id>;
}

const SHOWN_PLACES = 5;

/** Paths such as `data.visa.code`, each with its expected and received value; for a union, those of the closest alternative. */
function placesOf(issues: readonly v.BaseIssue<unknown>[], above: string[] = []): string[] {
  const places = issues.flatMap((issue) => {
    const path = [...above, ...(issue.path ?? []).map(({ key }) => String(key))];
    if (issue.type === 'union' && issue.issues) return placesOf(issue.issues, path);
    const value = /token|password/i.test(path.at(-1) ?? '') ? '…' : issue.received;
    return `${path.join('.') || 'the body'} (expected ${issue.expected ?? 'another value'}, received ${value})`;
  });
  return [...new Set(places)];
}
