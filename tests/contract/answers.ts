/** Compares a response with the contract's exact shape, and reports what was expected and received. */
import * as v from 'valibot';
import { SUCCESS_RESPONSES } from '../../src/domain/api/contract/response-schemas.ts';
import type { EndpointId } from '../../src/domain/api/endpoints.ts';
import { type Consequence, describeResponse, expectThat } from './finding.ts';
import type { Told } from './host-client.ts';

/** Bytes; the gateway reads no longer response. */
const LONGEST = 1024 * 1024;

/** Calls whose success is known by the status alone. */
const STATUS_ALONE: readonly EndpointId[] = [
  ...(['logout', 'changePassword', 'requestResetCode', 'checkResetCode', 'resetPassword'] as const),
  ...(['restoreEmail', 'endOtherSessions'] as const),
];

/** @throws Finding unless the status is a 2xx */
export function expectDone(id: EndpointId, told: Told, consequence: Consequence | null = null): void {
  expectThat(
    isDone(told),
    `${id}: expected ${SUCCESS_RESPONSES[id].status}, received ${describeResponse(told)}`,
    consequence,
  );
}

export const isDone = ({ status }: Told) => status >= 200 && status < 300;

/** @throws Finding unless the response is the success of its call, in the contract's shape */
export function expectSuccess(id: EndpointId, told: Told, consequence: Consequence | null = null): void {
  const { status: expected, schema } = SUCCESS_RESPONSES[id];
  if (STATUS_ALONE.includes(id)) {
    expectDone(id, told, consequence);
    return;
  }
  const { status, body, bytes } = told;
  expectThat(status === expected, `${id}: expected ${expected}, received ${describeResponse(told)}`, consequence);
  expectThat(bytes.length <= LONGEST, `${id}: expected at most 1 MiB, received ${bytes.length} bytes`, consequence);
  if (!schema) return;
  const { issues } = v.safeParse(schema, body);
  const places = placesOf(issues ?? []);
  const [first] = places;
  const differs =
    first === undefined
      ? ''
      : `${places.slice(0, SHOWN_PLACES).join('; ')}${places.length > SHOWN_PLACES ? `; and ${places.length - SHOWN_PLACES} more` : ''}`;
  expectThat(issues === undefined, `${id}: the answer differs from docs/openapi.json: ${differs}`, consequence);
}

const SHOWN_PLACES = 5;

/**
 * Returns paths such as `data.visa.code` with what was expected and received; for a union, those of the closest alternative.
 */
function placesOf(issues: readonly v.BaseIssue<unknown>[], above: string[] = []): string[] {
  const places = issues.flatMap((issue) => {
    const path = [...above, ...(issue.path ?? []).map(({ key }) => String(key))];
    if (issue.type === 'union' && issue.issues) return placesOf(issue.issues, path);
    const value = /token|password/i.test(path.at(-1) ?? '') ? '…' : issue.received;
    return `${path.join('.') || 'the body'} (expected ${issue.expected ?? 'another value'}, received ${value})`;
  });
  return [...new Set(places)];
}
