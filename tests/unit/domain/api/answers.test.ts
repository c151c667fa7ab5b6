import { describe, expect, it } from 'vitest';
import { readExists } from '../../../../src/domain/api/answers.ts';
import { readErrorBody } from '../../../../src/domain/api/error-answer.ts';
import { CODE_OF_STATUS, ERROR_STATUS, isErrorCode } from '../../../../src/domain/api/errors.ts';
import { readEmployeeVisa } from '../../../../src/domain/api/visa-answer.ts';
import { readData, readLogin, readUser } from '../../../../src/domain/application/record.ts';

describe('an error body', () => {
  it('is read with its field errors', () => {
    const body = { code: 'validation_failed', message: 'm', request_id: 'r', errors: { surname: ['required'] } };
    expect(readErrorBody(body)).toEqual(body);
    expect(readErrorBody({ code: 'slow_down' })).toEqual({ code: 'slow_down', message: '', request_id: '' });
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
  ])('is not %j', (body) => {
    expect(readErrorBody(body)).toBeNull();
  });

  it('has a code with a status of its kind', () => {
    for (const [code, status] of Object.entries(ERROR_STATUS)) {
      expect(isErrorCode(code)).toBe(true);
      expect(status).toBeGreaterThanOrEqual(400);
    }
    expect(isErrorCode('constructor')).toBe(false);
  });

  it('is guessed from a status by one table: a code of that status, or one that says that nobody answered', () => {
    for (const [status, code] of Object.entries(CODE_OF_STATUS)) {
      expect([Number(status), 502], status).toContain(code && ERROR_STATUS[code]);
    }
  });
});

describe('an answer', () => {
  const record = { id: '1', surname: 'Ivanova' };

  it('of user-login has a token and a record', () => {
    expect(readLogin({ token: 't', object: record })).toMatchObject({ token: 't', record });
    expect(readLogin({ token: '', object: record })).toBeNull();
    expect(readLogin({ token: 't', object: {} })).toBeNull();
    expect(readLogin({ object: record })).toBeNull();
  });

  it('of user and of a create call has a record', () => {
    expect(readUser({ object: record })).toMatchObject(record);
    expect(readUser({ data: record })).toBeNull();
    expect(readData({ data: record })).toMatchObject(record);
    expect(readData(null)).toBeNull();
  });

  it('of check-email says yes or no', () => {
    expect(readExists({ exists: true })).toBe(true);
    expect(readExists({ exists: false })).toBe(false);
    expect(readExists({ exists: 'no' })).toBeNull();
  });

  it('of employee-visa has what someone who checks a visa needs, and nothing else', () => {
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
