/** Signing in and out. Rule: an unknown address and a wrong password get the same answer after about the same time. */
import { ENDPOINTS } from '../../../src/domain/api/endpoints.ts';
import { renderRecord } from '../application/record.ts';
import { readEmail, readJsonBody, requireTexts } from '../body/json.ts';
import { Failure, slowDown } from '../runtime/failure.ts';
import { keyedHash, sha256 } from '../secrets/digest.ts';
import { knownBrowser, markBrowser } from '../secrets/known-browser.ts';
import { checkPassword, hashPassword, needsRehash } from '../secrets/password-hash.ts';
import { newToken } from '../secrets/random.ts';
import { type Account, accountByEmail, loadApplicant, replaceHash } from '../store/applicants.ts';
import { commit, onConflict } from '../store/conflict.ts';
import { countTry, forgetCount } from '../store/sign-in-tries.ts';
import { deleteToken, insertToken } from '../store/tokens.ts';
import { shortBrowser } from './browser.ts';
import { answer, type Call, done, sessionOf } from './call.ts';

/** POST /user-login */
export async function signIn(call: Call): Promise<Response> {
  const { env, request, now } = call;
  const body = await readJsonBody(request, ENDPOINTS.login.limit);
  const { password } = requireTexts(body, ['email', 'password']);
  const email = readEmail(body);
  const address = keyedHash(env, 'address', email);
  const known = knownBrowser(env, request, address);
  await countGuess(call, address, known);
  const account = await accountByEmail(env.DB, email);
  const right = await checkPassword(password, account?.passwordHash ?? null);
  if (!account || !right) throw invalidCredentials();
  const token = newToken();
  const browser = shortBrowser(request.headers.get('User-Agent'));
  await commit(env.DB, [
    insertToken(env.DB, { hash: sha256(token), browser, now }, account),
    forgetCount(env.DB, address, known),
    ...(await rehash(call, account, password)),
  ]).catch(onConflict(invalidCredentials));
  const applicant = await loadApplicant(env.DB, account.id);
  if (!applicant) throw new Error('an applicant who was just found is not there');
  return answer({ token, object: renderRecord(env, applicant, now) }, 200, markBrowser(env, address));
}

const invalidCredentials = () => new Failure('invalid_credentials', 'address and password do not belong together');

/**
 * Counts a try at a password.
 * @param browser whose count it is, as {@link countTry} has it
 * @throws Failure `slow_down` when there were too many
 */
export async function countGuess({ env, now }: Call, addressHash: string, browser: string): Promise<void> {
  const wait = await countTry(env.DB, addressHash, now, browser);
  if (wait > 0) throw slowDown(wait);
}

/** A password whose hash was made with old parameters is hashed anew while it is known. */
async function rehash({ env }: Call, account: Account, password: string): Promise<D1PreparedStatement[]> {
  if (!needsRehash(account.passwordHash)) return [];
  return [
    replaceHash(env.DB, { id: account.id, from: account.passwordHash, passwordHash: await hashPassword(password) }),
  ];
}

/** POST /user-logout */
export async function signOut(call: Call): Promise<Response> {
  await deleteToken(call.env.DB, sessionOf(call).tokenHash).run();
  return done();
}
