/** Level 4: optional calls. The portal works without them, and hides what needs them. */

import { recordIn } from '../../../functions/gateway/host/adapter.ts';
import { ACCESS_HEADER, LIFETIME_HEADER, LIFETIMES, SECONDS_LEFT_HEADER } from '../../../src/domain/api/parcels.ts';
import { type Check, type CheckContext, isTokenRefused, tokenOf } from '../check.ts';
import { assert, Missing, NotChecked } from '../finding.ts';
import type { HostReply } from '../host-client.ts';
import { assertSuccess } from '../responses.ts';

/** Returns the reply. @throws Missing if the host lacks the call */
function requireCall(reply: HostReply): HostReply {
  if (reply.status === 404 || reply.status === 405) throw new Missing(`${reply.status}`);
  return reply;
}

function signedIn(context: CheckContext) {
  const person = context.person('specialist');
  if (person.token === undefined) throw new NotChecked('requires sign-in to pass');
  return person;
}

const currentUser: Check = {
  name: 'current-user',
  level: 4,
  effect: 'worsens',
  means: 'After a reload the account shows the data of the sign-in, or asks to sign in again.',
  mend: 'Respond to GET /user with 200 and {object: record}.',
  async run(context) {
    const person = signedIn(context);
    const reply = requireCall(await context.host.call('currentUser', {}, tokenOf(person)));
    assertSuccess('currentUser', reply);
    assert(recordIn('currentUser', reply.body)?.id === person.record.id, 'currentUser: another applicant’s record');
  },
};

const sessions: Check = {
  name: 'sessions',
  level: 4,
  effect: 'worsens',
  means: 'Applicants don’t see where they are signed in.',
  mend: 'Respond to GET /user/sessions with 200 and {sessions: [{created_at, used_at, browser, current}]}.',
  async run(context) {
    const reply = requireCall(await context.host.call('listSessions', {}, tokenOf(signedIn(context))));
    const { sessions: list } = assertSuccess('listSessions', reply);
    assert(list.filter(({ current }) => current).length === 1, 'listSessions: expected exactly one current session');
  },
};

const endSessions: Check = {
  name: 'end-sessions',
  level: 4,
  effect: 'worsens',
  means: 'Applicants can’t end a session that is open on another device.',
  mend: 'Respond to DELETE /user/sessions with 200, and revoke all tokens of the applicant except the one of the request.',
  async run(context) {
    const person = signedIn(context);
    const elsewhere = await context.signIn({ ...person });
    const reply = requireCall(await context.host.call('endOtherSessions', {}, tokenOf(person)));
    assertSuccess('endOtherSessions', reply);
    const other = await context.update(person, { name: 'Nobody' }, { token: elsewhere });
    assert(isTokenRefused(other), `another token: expected 403 after its session was ended, received ${other.status}`);
    const own = await context.host.call('currentUser', {}, tokenOf(person));
    assert(!isTokenRefused(own), 'the token of the request was ended too');
  },
};

const stale: Check = {
  name: 'version',
  level: 4,
  effect: 'worsens',
  means: 'A change that starts from an old record silently overwrites a newer one.',
  mend: 'Give each record a version that counts its changes, and respond with 409 and the code stale to an update of an older version.',
  async run(context) {
    const person = signedIn(context);
    const { version } = person.record;
    if (version === undefined) throw new Missing('the record has no version');
    // Not what an earlier check sent: a host may take the same change of the same version as the one that it has.
    const reply = await context.update(person, { name: 'Somebody' }, { version: version - 1 });
    assert(
      reply.code === 'stale',
      `${reply.status} with ${reply.error?.code ?? 'no code'} for a change of an older version`,
    );
  },
};

const currentPassword: Check = {
  name: 'current-password',
  level: 4,
  effect: 'worsens',
  means: 'The portal checks the current password itself, by a sign-in before the change.',
  mend: 'Respond with 422 to a change of the password with a wrong current_password.',
  async run(context) {
    const person = context.person('founder');
    await context.signIn(person);
    const json = { new_password: context.newPerson('founder').password, current_password: 'not the password' };
    const params = { type: person.type, id: person.record.id };
    const reply = await context.host.call('changePassword', params, { ...tokenOf(person), json });
    if (reply.status === 200) {
      person.password = json.new_password;
      throw new Missing('current_password is not checked');
    }
    assert(reply.status === 422, `changePassword: ${reply.status} with a wrong current password`);
    assert((await context.login(person)).status === 200, 'the password changed although the current one was wrong');
  },
};

const restoreEmail: Check = {
  name: 'restore-email',
  level: 4,
  effect: 'worsens',
  means: 'An attacker who changed the address of an account keeps it.',
  mend: 'Mail the old address a secret to undo the change, and respond with 403 to POST /restore-email with any other secret.',
  async run(context) {
    const json = { token: `none-${crypto.randomUUID()}` };
    const reply = requireCall(await context.host.call('restoreEmail', {}, { json }));
    // The call needs no sign-in: a host that asks for one does not know it.
    if (reply.status === 401) throw new Missing('401');
    assert([400, 403, 410, 422].includes(reply.status), `restoreEmail: ${reply.status} for an unknown secret`);
  },
};

const knownBrowser: Check = {
  name: 'known-browser',
  level: 4,
  effect: 'worsens',
  means: 'A stranger’s wrong guesses lock the applicant out, in the applicant’s own browser too.',
  mend: 'Set X-Known-Browser in the response to a sign-in (16 to 256 characters of A–Z a–z 0–9 _ . ~ -), and count wrong passwords separately for requests that send it back.',
  async run(context) {
    const reply = await context.login(context.person('specialist'));
    const mark = reply.headers.get('x-known-browser');
    if (mark === null) throw new Missing('the sign-in sets no X-Known-Browser');
    assert(/^[\w.~-]{16,256}$/.test(mark), 'X-Known-Browser has a value that the gateway drops');
  },
};

const fieldErrors: Check = {
  name: 'field-errors',
  level: 4,
  effect: 'worsens',
  means: 'Applicants read that an answer is not accepted, but not which one or why.',
  mend: 'Name the fields in the errors of the error body: {"surname": ["required"]}.',
  async run(context) {
    const reply = await context.create(context.newPerson('founder'), { changes: { surname: '' } });
    if (!reply.error?.errors) throw new Missing('a refusal names no fields');
    assert('surname' in reply.error.errors, 'the refusal does not name the missing field');
  },
};

const messages: Check = {
  name: 'messages',
  level: 4,
  effect: 'worsens',
  means:
    'Applicants and visitors can’t ask on the pages: they call or write a mail. A question that is stored twice is answered twice.',
  mend: 'Respond to GET /messages with 200, store the messages of POST /messages and POST /user/messages once per id, list them at GET /user/messages, and offer "messages".',
  async run(context) {
    const { host } = context;
    const token = tokenOf(signedIn(context));
    requireCall(await host.call('acceptsMessages', {}));
    const json = { id: crypto.randomUUID(), text: `Check-Host ${random(6)}` };
    for (const nth of ['first', 'second']) {
      const reply = await host.call('sendMessage', {}, { ...token, json });
      assert(reply.status === 200, `sendMessage: ${reply.status} to the ${nth} of two same messages`);
    }
    const list = await host.call('listMessages', {}, token);
    const own = assertSuccess('listMessages', list).messages.filter(({ text }) => text === json.text);
    assert(own.length === 1, `listMessages: ${own.length} of a message that was sent twice under one id`);
    const empty = await host.call(
      'sendMessage',
      {},
      { ...token, json: { ...json, id: crypto.randomUUID(), text: '' } },
    );
    assert(empty.status === 422, `sendMessage: ${empty.status} to an empty text`);
  },
};

const random = (bytes: number) => Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('base64url');

const parcels: Check = {
  name: 'parcels',
  level: 4,
  effect: 'worsens',
  means:
    'No parcels: the portal hides the draft for another device, the photo from a phone, and the company’s part. Stored wrongly, they lose what was sent, or reveal it.',
  mend: 'Store sealed bytes as docs/api.md describes under “Parcels”, or respond with 404 to all of these calls.',
  async run({ host }) {
    requireCall(await host.call('supportsParcels', {}));
    const id = random(16);
    const key = { [ACCESS_HEADER]: random(32) };
    const other = { [ACCESS_HEADER]: random(32) };
    const lifetime = LIFETIMES.photo;
    const write = (text: string, headers: Record<string, string>) =>
      host.call('putParcel', { id }, { text, headers: { 'Content-Type': 'application/octet-stream', ...headers } });
    const read = (headers: Record<string, string>) => host.call('getParcel', { id }, { headers });
    const created = { ...key, 'If-None-Match': '*', [LIFETIME_HEADER]: String(lifetime) };
    assertSuccess('putParcel', await write('first', created));
    assertSuccess('putParcel', await write('second', { ...key, 'If-Match': '"1"' }));

    const stale = await write('third', { ...key, 'If-Match': '"1"' });
    assert(stale.code === 'parcel_changed', `putParcel: ${stale.status} for a change of an older revision`);
    const again = await write('third', created);
    assert(again.code === 'parcel_changed', `putParcel: ${again.status} for a parcel that already exists`);

    const reply = await read(key);
    assert(reply.status === 200, `getParcel: ${reply.status}`);
    assert(new TextDecoder().decode(reply.bytes) === 'second', 'getParcel: not the bytes that were written last');
    assert(reply.headers.get('etag') === '"2"', 'getParcel: the ETag is not the revision');
    const left = Number(reply.headers.get(SECONDS_LEFT_HEADER) ?? Number.NaN);
    assert(left > 0 && left <= lifetime, `getParcel: ${SECONDS_LEFT_HEADER} is not the remaining time in seconds`);

    const strange = [await read(other), await write('third', { ...other, 'If-Match': '"2"' })];
    strange.push(await host.call('deleteParcel', { id }, { headers: other }));
    for (const { code, status } of strange)
      assert(code === 'parcel_gone', `expected parcel_gone for another access key, received ${status}`);

    assertSuccess('deleteParcel', await host.call('deleteParcel', { id }, { headers: key }));
    const gone = await read(key);
    assert(gone.code === 'parcel_gone', `getParcel: ${gone.status} for a parcel that was deleted`);
  },
};

export const OPTIONAL = [
  ...[fieldErrors, currentUser, sessions, endSessions, stale],
  ...[currentPassword, knownBrowser, restoreEmail, messages, parcels],
];
