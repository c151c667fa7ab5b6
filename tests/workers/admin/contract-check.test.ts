/** The contract check of these tests finds responses that docs/openapi.json does not describe. */
import { beforeAll, describe, expect, it } from 'vitest';
import { API_BASE } from '../../../src/domain/api/bases.ts';
import { checkContract } from '../contract.ts';
import { createApplication, readRecord, tokenOf, validValues } from './support/applications.ts';
import { bindings, call, migrate } from './support/host.ts';

beforeAll(migrate);

/** Changes to a real response; `undefined` removes a property. */
interface Changes {
  body?: object;
  /** Changes to the record in the response. */
  record?: object;
  status?: number;
  headers?: Record<string, string>;
}

/** Returns the response to GET of a path with changes, as the contract check sees it. */
async function held(path: string, { body, record, status, headers }: Changes, token?: string): Promise<void> {
  const response = await call(path, token === undefined ? {} : { token });
  const real = await response.json<{ object?: object }>();
  const changed = { ...real, ...body, ...(real.object && { object: { ...real.object, ...record } }) };
  const init = { status: status ?? response.status, headers: { ...Object.fromEntries(response.headers), ...headers } };
  await checkContract('host', 'GET', `http://admin${API_BASE}${path}`, Response.json(changed, init));
}

const signedIn = async () => tokenOf((await createApplication({ type: 'founder', values: validValues() })).id);

it('an application stored before a field existed has an empty value for it', async () => {
  const { id } = await createApplication({ type: 'founder', values: validValues() });
  await bindings.DB.prepare(
    "UPDATE applicants SET fields = json_remove(fields, '$.gender', '$.file4', '$.formatted_address', '$.formatted_relatives[0].name') WHERE id = ?",
  )
    .bind(id)
    .run();
  const record = await readRecord(await tokenOf(id));
  expect(record).toMatchObject({ gender: '', file4: null, formatted_relatives: [{ surname: 'Sample', name: '' }] });
});

describe('the contract check of responses', () => {
  it('a response of the host passes the contract check', async () => {
    await held('/user', {}, await signedIn());
    await held('/employee-visa/unknown', {});
  });

  it.each<[string, RegExp, Changes]>([
    ['lacks an answer of the application', /passport_number/, { record: { passport_number: undefined } }],
    ['lacks its status', /application_status_history/, { record: { application_status_history: undefined } }],
    ['has a field that the document does not', /extra/, { record: { extra: 1 } }],
    ['has a password hash', /password_hash/, { record: { password_hash: 'scrypt$1' } }],
    ['has a date in another form', /date_birth/, { record: { date_birth: '17.05.1990' } }],
    ['has a relative without a name', /formatted_relatives/, { record: { formatted_relatives: [{}] } }],
    ['has a success of another status', /201: a status that it does not list/, { status: 201 }],
    ['has no proper request id', /X-Request-Id/, { headers: { 'x-request-id': '' } }],
    ['is not JSON by its type', /text\/html/, { headers: { 'content-type': 'text/html' } }],
  ])('the contract check fails for a response that %s', async (_, message, changes) => {
    await expect(held('/user', changes, await signedIn())).rejects.toThrow(message);
  });

  it.each<[string, RegExp, Changes]>([
    [
      'a status that the call does not have',
      /410: a status that it does not/,
      { status: 410, body: { code: 'code_expired' } },
    ],
    ['a code of another status', /code/, { body: { code: 'stale' } }],
    [
      'a code that only the gateway gives',
      /the code maintenance/,
      { status: 503, body: { code: 'maintenance' }, headers: { 'retry-after': '5' } },
    ],
    ['a wait of unknown length', /Retry-After/, { status: 503, body: { code: 'maintenance' } }],
    ['a body without its code', /code/, { body: { code: undefined } }],
    ['an unknown field code', /errors/, { body: { errors: { name: ['unheard_of'] } } }],
  ])('the contract check fails for a refusal with %s', async (_, message, changes) => {
    await expect(held('/employee-visa/unknown', changes)).rejects.toThrow(message);
  });

  it('the contract check runs for each call of every test', async () => {
    const statement = { bind: () => ({ first: async () => ({ code: 'c', name: 'Anna' }) }) };
    const DB = new Proxy(bindings.DB, {
      get: (target, name) => (name === 'prepare' ? () => statement : Reflect.get(target, name)),
    });
    await expect(call('/employee-visa/c', { env: { ...bindings, DB } })).rejects.toThrow(/employeeVisa 200/);
  });
});
