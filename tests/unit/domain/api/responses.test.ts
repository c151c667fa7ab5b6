import { describe, expect, it } from 'vitest';
import { REFUSAL_STATUS, readRefusalBody } from '../../../../src/domain/api/refusal-codes.ts';
import { readExists } from '../../../../src/domain/api/responses.ts';
import { type CallTraits, codeOfStatus } from '../../../../src/domain/api/status-codes.ts';
import { readLogin, readUser, readWriteResponse } from '../../../../src/domain/application/record.ts';
import { readEmployeeVisa } from '../../../../src/domain/application/visa.ts';

describe('readErrorBody', () => {
  it('readErrorBody returns the field errors', () => {
    const body = { code: 'validation_failed', message: 'm', request_id: 'r', errors: { surname: ['required'] } };
    expect(readRefusalBody(body)).toEqual(body);
    expect(readRefusalBody({ code: 'slow_down' })).toEqual({ code: 'slow_down', message: '', request_id: '' });
  });

  it.each([
    [null],
    ['text'],
    [{}],
    [{ code: 'unheard_of' }],
    [{ code: 'toString' }],
    [{ code: 'stale', errors: 'x' }],
    [{ code: 'stale', errors: { surname: 'required' } }],
    [{ code: 'stale', message: 1 }],
  ])('readErrorBody returns null for %j', (body) => {
    expect(readRefusalBody(body)).toBeNull();
  });

  it('every error code has an HTTP status of its kind', () => {
    for (const [code, status] of Object.entries(REFUSAL_STATUS)) {
      expect(readRefusalBody({ code })).toMatchObject({ code });
      expect(status).toBeGreaterThanOrEqual(400);
    }
    expect(readRefusalBody({ code: 'constructor' })).toBeNull();
  });

  it.each<[number, CallTraits, string]>([
    [302, {}, 'host_unreachable'],
    [400, {}, 'refused'],
    [401, {}, 'refused'],
    [401, { isSignIn: true }, 'invalid_credentials'],
    [401, { isGuarded: true }, 'token_required'],
    [403, {}, 'refused'],
    [403, { isSignIn: true }, 'refused'],
    [403, { isGuarded: true }, 'token_rejected'],
    [404, {}, 'refused'],
    [404, { mayBeAbsent: true }, 'not_found'],
    [405, {}, 'refused'],
    [405, { mayBeAbsent: true }, 'not_found'],
    [408, {}, 'host_unreachable'],
    [409, {}, 'conflict'],
    [410, {}, 'refused'],
    [410, { hasCode: true }, 'code_expired'],
    [413, {}, 'too_large'],
    [415, {}, 'unsupported_media'],
    [418, {}, 'refused'],
    [422, {}, 'validation_failed'],
    [429, {}, 'slow_down'],
    [500, {}, 'host_unreachable'],
    [503, {}, 'host_unreachable'],
    [504, {}, 'host_timeout'],
    [600, {}, 'host_unreachable'],
  ])('codeOfStatus guesses the code from status %i and the call %j', (status, call, code) => {
    expect(codeOfStatus(status, call)).toBe(code);
  });
});

describe('response readers', () => {
  const record = { id: '1', surname: 'Ivanova' };

  it('readLogin returns token and record', () => {
    expect(readLogin({ token: 't', object: record })).toMatchObject({ token: 't', record });
    expect(readLogin({ token: '', object: record })).toBeNull();
    expect(readLogin({ token: 't', object: {} })).toBeNull();
    expect(readLogin({ object: record })).toBeNull();
  });

  it('readUser and readWriteResponse return a record', () => {
    expect(readUser({ object: record })).toMatchObject(record);
    expect(readUser({ data: record })).toBeNull();
    expect(readUser({ object: { ...record, name: null, visa: null } })).not.toHaveProperty('name');
    expect(readWriteResponse({ data: record })).toMatchObject(record);
    expect(readWriteResponse(null)).toBeNull();
  });

  it('readExists returns true or false', () => {
    expect(readExists({ exists: true })).toBe(true);
    expect(readExists({ exists: false })).toBe(false);
    expect(readExists({ exists: 'no' })).toBeNull();
  });

  it('readEmployeeVisa returns only what a check needs', () => {
    const visa = { code: 'c', name: 'Anna', surname: 'I', application_type: 'founder', status_type: 'visa_issued' };
    expect(readEmployeeVisa({ data: { ...visa, passport_number: 'N1' } })).toEqual({
      ...visa,
      valid_from: null,
      valid_to: null,
    });
    for (const wrong of [{ data: { code: 'c' } }, { data: { ...visa, valid_to: 5 } }, { data: null }, 'text', null]) {
      expect(readEmployeeVisa(wrong)).toBeNull();
    }
  });
});
