/** Accounts of the foreign host: passwords, reset codes, and tokens of an id and a secret. */
import { randomBytes, randomInt } from 'node:crypto';
import { recordOf } from './applications.ts';
import {
  type Application,
  findByEmail,
  hashPassword,
  isPassword,
  ok,
  Problem,
  type Reply,
  type State,
} from './state.ts';

type JsonBody = Record<string, unknown>;

export function signIn(state: State, { email, password }: JsonBody): Reply {
  const { faults } = state;
  const application = findByEmail(state, String(email));
  if (!application && faults.has('reveals_who_applied')) throw new Problem(404, 'Nobody has this address');
  if (!application || !isPassword(application.password, String(password))) throw new Problem(401, 'Not recognised');
  const token = faults.has('short_tokens')
    ? String(randomInt(1e9))
    : `${application.id}|${randomBytes(30).toString('hex')}`;
  state.tokens.set(token, application.id);
  const leak = faults.has('leaks_the_password') ? { typed: password } : {};
  return ok({ token, object: recordOf(state, application), ...leak });
}

/** Returns the application of a token. @throws Problem 401 for an unknown token */
export function ownerOf(state: State, token: string): Application {
  const id = state.tokens.get(token);
  const fallback = state.faults.has('accepts_any_token') ? [...state.applications.keys()][0] : undefined;
  const application = state.applications.get(id ?? fallback ?? -1);
  if (application) return application;
  if (state.faults.has('accepts_any_token')) return { id: 0 } as Application;
  throw new Problem(401, 'Sign in first');
}

export function signOut(state: State, token: string): Reply {
  ownerOf(state, token);
  if (!state.faults.has('accepts_revoked_tokens')) state.tokens.delete(token);
  return ok({ status: 'ok' });
}

export function changePassword(state: State, application: Application, token: string, body: JsonBody): Reply {
  application.password = hashPassword(String(body.new_password));
  if (!state.faults.has('keeps_tokens_after_password_change')) endTokens(state, application.id, token);
  return ok({ status: 'ok' });
}

function endTokens({ tokens }: State, id: number, except = ''): void {
  for (const [token, owner] of tokens) if (owner === id && token !== except) tokens.delete(token);
}

export function exists(state: State, { email }: JsonBody): Reply {
  if (typeof email !== 'string') throw new Problem(422, 'An address is missing');
  const { faults } = state;
  const known = faults.has('knows_every_address') || findByEmail(state, email) !== undefined;
  return ok({ exists: known && !faults.has('knows_no_address'), offers: ['idempotency_keys'] });
}

/** Creates a reset code, and sends no mail. */
export function requestReset(state: State, { email }: JsonBody): Reply {
  const application = findByEmail(state, String(email));
  if (!application && state.faults.has('reveals_who_can_reset')) throw new Problem(404, 'Nobody has this address');
  if (application) state.resets.set(application.email, { code: String(randomInt(1, 1e6)).padStart(6, '0'), tries: 0 });
  return ok({ status: 'ok' });
}

export function checkReset(state: State, { email, code }: JsonBody): Reply {
  const reset = state.resets.get(String(email));
  if (reset) reset.tries += 1;
  if (reset && reset.tries > 5) throw new Problem(410, 'Tried too often');
  if (reset?.code !== code && !state.faults.has('accepts_any_code')) throw new Problem(422, 'Another code');
  return ok({ status: 'ok' });
}

export function resetPassword(state: State, body: JsonBody): Reply {
  checkReset(state, body);
  const application = findByEmail(state, String(body.email));
  if (!application) throw new Problem(422, 'Another code');
  application.password = hashPassword(String(body.password));
  endTokens(state, application.id);
  return ok({ status: 'ok' });
}
