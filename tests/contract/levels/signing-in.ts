import { APPLICATION_ENDPOINTS, APPLICATION_TYPES } from '../../../src/domain/application/types.ts';
import { type Check, type CheckContext, isTokenRefused, type StoredPerson } from '../check.ts';
import { assert, assertNoHarm, type Consequence, Profiled, received, Undecided } from '../finding.ts';
import type { HostReply } from '../host-client.ts';
import { assertSuccess, isDone } from '../responses.ts';

const INCOMPLETE: Consequence = {
  effect: 'worsens',
  means: 'Applicants can sign in. Answers that the record lacks are shown as unknown.',
};

const signIn: Check = {
  name: 'sign-in',
  level: 2,
  effect: 'stops',
  means: 'Applicants can’t open their account.',
  mend: 'Respond to POST /user-login with 200 and {token, object}; a token has 20 to 4096 characters (docs/decisions/tokens.md).',
  async run(context) {
    const replies: HostReply[] = [];
    for (const type of APPLICATION_TYPES) {
      const person = context.person(type);
      const reply = await context.login(person);
      context.applySignIn(person, reply);
      replies.push(reply);
    }
    for (const reply of replies) assertSuccess('login', reply, INCOMPLETE);
  },
};

const wrongPassword: Check = {
  name: 'wrong-password',
  level: 2,
  effect: 'worsens',
  means: 'An applicant who mistypes the password does not read that it is wrong.',
  mend: 'Respond to a failed sign-in with 401, the same for a wrong password and an unknown address; or list its status in refused_sign_in of the profile.',
  async run(context) {
    const { email } = context.person('investor');
    const password = 'not the password of anybody';
    const wrong = await context.login({ email, password });
    assertNoHarm(isDone(wrong), `login with a wrong password: received ${received(wrong)}`, 'A stranger gets in.');
    const unknown = await context.login({ email: context.newPerson('investor').email, password });
    assertNoHarm(
      unknown.status !== wrong.status,
      `login with an unknown address: ${unknown.status}, with a known one: ${wrong.status}`,
      'A stranger learns who has applied.',
    );
    if (wrong.code === 'invalid_credentials') return;
    assert(
      wrong.status >= 400 && wrong.status < 500 && wrong.status !== 429,
      `login with a wrong password: expected 401, received ${received(wrong)}`,
    );
    context.learn({ refused_sign_in: [...context.host.profile.refused_sign_in, wrong.status] });
    throw new Profiled(`login with a wrong password: received ${received(wrong)}`, 'refused_sign_in');
  },
};

const signOut: Check = {
  name: 'sign-out',
  level: 2,
  effect: 'worsens',
  means: 'The portal can’t tell from the response that a session has ended.',
  mend: 'Respond to POST /user-logout with 200, and to its token with 403 from then on.',
  async run(context) {
    const person = context.person('investor');
    const token = await context.signIn({ ...person });
    const out = await context.host.call('logout', {}, { token });
    assertSuccess('logout', out);
    await assertTokenRefused(context, person, token, {
      what: 'a change with a token that was signed out',
      means: 'The next user of the computer can continue in the account.',
    });
  },
};

/** Tries a change with a token that should be refused. @throws Harm if the record has changed, Finding for another response */
export async function assertTokenRefused(
  context: CheckContext,
  person: StoredPerson,
  token: string,
  { what, means }: { what: string; means: string },
): Promise<void> {
  // The name is in every record.
  const changed = `Nobody ${[...crypto.randomUUID()].map((sign) => LETTERS[Number.parseInt(sign, 16)] ?? '').join('')}`;
  const form = new FormData();
  form.append('name', changed);
  if (person.record.version !== undefined) form.append('version', String(person.record.version));
  const id = APPLICATION_ENDPOINTS[person.type].update;
  const reply = await context.host.call(id, { id: person.record.id }, { form, token });
  if (isTokenRefused(reply)) return;
  const { name } = await context.currentRecord(person);
  if (name === undefined) throw new Undecided(`${what}: received ${received(reply)}, and the record has no name`);
  assertNoHarm(name === changed, `${what} was stored (${received(reply)})`, means);
  assert(false, `${what}: expected 403, received ${received(reply)}; nothing was changed`);
}

const LETTERS = 'abcdefghijklmnop';

const resetCode: Check = {
  name: 'reset-code',
  level: 2,
  effect: 'stops',
  means: 'Applicants who forgot the password can’t reset it.',
  mend: 'Respond to POST /forgot-password-token with the same 200 for a known and an unknown address.',
  async run(context) {
    const known = await context.host.call('requestResetCode', {}, { json: { email: context.person('founder').email } });
    assertSuccess('requestResetCode', known);
    const { email } = context.newPerson('founder');
    const unknown = await context.host.call('requestResetCode', {}, { json: { email } });
    assertNoHarm(
      unknown.status !== known.status,
      `requestResetCode for an unknown address: received ${received(unknown)}, for a known one ${known.status}`,
      'A stranger learns who has applied.',
    );
  },
};

const wrongResetCode: Check = {
  name: 'wrong-reset-code',
  level: 2,
  effect: 'worsens',
  means: 'An applicant with a wrong code does not read that it is wrong.',
  mend: 'Respond with 422 to a wrong code, and with 410 to one that is too old or was tried five times; the password stays.',
  async run(context) {
    const { person } = await context.createNew('founder');
    const json = { email: person.email, code: '000000' };
    const password = `another ${person.password}`;
    const checked = await context.host.call('checkResetCode', {}, { json });
    const set = await context.host.call('resetPassword', {}, { json: { ...json, password } });
    assertNoHarm(
      isDone(set) && isDone(await context.login({ email: person.email, password })),
      'resetPassword with the code 000000 set a new password, which signs in',
      'An attacker sets a new password for any applicant.',
    );
    for (const one of [checked, set])
      assert(
        ['validation_failed', 'code_expired'].includes(String(one.code)),
        `a wrong code: expected 422 or 410, received ${received(one)}; the password stayed`,
      );
  },
};

export const SIGNING_IN = [signIn, wrongPassword, signOut, resetCode, wrongResetCode];
