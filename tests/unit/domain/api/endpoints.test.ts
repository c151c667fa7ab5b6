import { describe, expect, it } from 'vitest';
import {
  CALL_LIMITS,
  ENDPOINTS,
  type Endpoint,
  type EndpointId,
  endpointPath,
  matchEndpoint,
} from '../../../../src/domain/api/endpoints.ts';
import { APPLICATION_ENDPOINTS, APPLICATION_TYPES } from '../../../../src/domain/application/types.ts';

const idOf = (method: string, path: string) => {
  const match = matchEndpoint(method, path);
  return match && 'id' in match ? match.id : match;
};

const ids = Object.keys(ENDPOINTS) as EndpointId[];

/** The calls that every host has, and those that docs/api.md adds (requirements: host-calls, further-calls). */
const CALLS: [EndpointId, string, string, 'public' | 'token'][] = [
  ['login', 'POST', '/user-login', 'public'],
  ['logout', 'POST', '/user-logout', 'token'],
  ['changePassword', 'POST', '/change-password/:type/:id', 'token'],
  ['checkEmail', 'POST', '/check-email', 'public'],
  ['createSpecialist', 'POST', '/specialists-visa', 'public'],
  ['createFounder', 'POST', '/founders', 'public'],
  ['createInvestor', 'POST', '/investors', 'public'],
  ['updateSpecialist', 'POST', '/specialists-visa/:id', 'token'],
  ['updateFounder', 'POST', '/founders/:id', 'token'],
  ['updateInvestor', 'POST', '/investors/:id', 'token'],
  ['requestResetCode', 'POST', '/forgot-password-token', 'public'],
  ['checkResetCode', 'POST', '/check-forgot-password-token', 'public'],
  ['resetPassword', 'POST', '/forgot-password-by-code', 'public'],
  ['restoreEmail', 'POST', '/restore-email', 'public'],
  ['currentUser', 'GET', '/user', 'token'],
  ['listSessions', 'GET', '/user/sessions', 'token'],
  ['endOtherSessions', 'DELETE', '/user/sessions', 'token'],
  ['withdraw', 'POST', '/user/withdraw', 'token'],
  ['askForDeletion', 'POST', '/user/deletion-request', 'token'],
  ['endDeletionRequest', 'DELETE', '/user/deletion-request', 'token'],
  ['sendConfirmation', 'POST', '/user/email-confirmation', 'token'],
  ['confirmEmail', 'POST', '/confirm-email', 'public'],
  ['listMessages', 'GET', '/user/messages', 'token'],
  ['sendMessage', 'POST', '/user/messages', 'token'],
  ['acceptsMessages', 'GET', '/messages', 'public'],
  ['askQuestion', 'POST', '/messages', 'public'],
  ['employeeVisa', 'GET', '/employee-visa/:code', 'public'],
  ['supportsParcels', 'GET', '/parcels', 'public'],
  ['putParcel', 'PUT', '/parcels/:id', 'public'],
  ['getParcel', 'GET', '/parcels/:id', 'public'],
  ['deleteParcel', 'DELETE', '/parcels/:id', 'public'],
  ['putBlob', 'PUT', '/parcels/:id/:blob', 'public'],
  ['getBlob', 'GET', '/parcels/:id/:blob', 'public'],
  ['deleteBlob', 'DELETE', '/parcels/:id/:blob', 'public'],
];

describe('the endpoint table', () => {
  it('the endpoint table has every call of the contract and no other', () => {
    const listed = Object.entries(ENDPOINTS).map(([id, { method, path, access }]) => [id, method, path, access]);
    expect(listed.sort()).toEqual(CALLS.sort());
  });

  it('the endpoint table limits applications to 40 MiB and every other body to less', () => {
    const limits = (kind: Endpoint['body']) =>
      ids.filter((id) => ENDPOINTS[id].body === kind).map((id) => CALL_LIMITS[id].bytes);
    expect(limits('multipart')).toEqual(Array(2 * APPLICATION_TYPES.length).fill(40 * 1024 * 1024));
    expect(Math.max(...limits('none'))).toBe(0);
    expect(Math.max(...limits('json'))).toBeLessThanOrEqual(64 * 1024);
  });

  it('the endpoint table names for each type its own create and update call', () => {
    const path = (id: EndpointId) => ENDPOINTS[id].path;
    expect(
      Object.entries(APPLICATION_ENDPOINTS).map(([type, ids]) => [type, path(ids.create), path(ids.update)]),
    ).toEqual([
      ['specialist', '/specialists-visa', '/specialists-visa/:id'],
      ['founder', '/founders', '/founders/:id'],
      ['investor', '/investors', '/investors/:id'],
    ]);
  });
});

describe('endpointPath', () => {
  it('endpointPath inserts the parameters', () => {
    expect(endpointPath('checkEmail', {})).toBe('/api/v1/check-email');
    expect(endpointPath('changePassword', { type: 'founder', id: '42' })).toBe('/api/v1/change-password/founder/42');
  });

  it.each(['', '..', 'a/b', 'a%2Fb', 'a?b', 'a#b', 'a b', 'ä', 'a.b', 'x'.repeat(129)])(
    'endpointPath throws for the parameter %j',
    (id) => {
      expect(() => endpointPath('updateFounder', { id })).toThrow(RangeError);
    },
  );

  it('endpointPath returns a path that matchEndpoint finds', () => {
    for (const [id, method, path] of CALLS) {
      const filled = `/api/v1${path.replace(/:\w+/g, 'x-1_A')}`;
      expect(idOf(method, filled)).toBe(id);
    }
  });
});

describe('matchEndpoint', () => {
  it('matchEndpoint returns the parameters', () => {
    expect(matchEndpoint('POST', '/api/v1/change-password/founder/42')).toMatchObject({
      id: 'changePassword',
      params: { type: 'founder', id: '42' },
    });
  });

  it('matchEndpoint returns the allowed methods for another method', () => {
    expect(matchEndpoint('GET', '/api/v1/founders')).toEqual({ allow: ['POST'] });
    expect(matchEndpoint('POST', '/api/v1/user/sessions')).toEqual({ allow: ['GET', 'DELETE'] });
  });

  it.each([
    '/api/v1/%66ounders',
    '/api/v1/Founders',
    '/api/v1/founders/',
    '/api/v1//founders',
    '/api/v1/founders/..',
    '/api/v1/founders/../investors',
    '/api/v1/founders/%2e%2e',
    '/api/v1/founders/1/2',
    '/api/v1/founders/1;x',
    '/api/v2/founders',
    '/api/v1',
    '/api/v1/',
    '/founders',
    '',
  ])('matchEndpoint neither folds case nor decodes: %s is unknown', (path) => {
    expect(matchEndpoint('POST', path)).toBeNull();
  });
});
