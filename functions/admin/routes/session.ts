/**
 * Sign-in, sign-out, the current applicant and their sessions. An unknown address and a wrong password get the same response
 * after about the same time.
 */
import { Refusal } from '../../../src/domain/api/refusal.ts';
import { HOST_OFFERS } from '../../../src/domain/api/responses.ts';
import { emailKey } from '../../../src/domain/input/email.ts';
import { renderRecord } from '../application/record.ts';
import { readBody } from '../body/limits.ts';
import { clientNetwork } from '../runtime/client-network.ts';
import { slowDown, tokenRejected } from '../runtime/refusals.ts';
import { inTurn, ownTurns } from '../secrets/hash-queue.ts';
import { keyedHash, newToken, sha256 } from '../secrets/keys.ts';
import { checkPassword, hashPassword, needsRehash } from '../secrets/password-hash.ts';
import { type Account, Applicants } from '../store/applicants.ts';
import { commit, onConflict, repeatable } from '../store/database.ts';
import { Sessions } from '../store/sessions.ts';
import { type Asker, SignInTries } from '../store/sign-in-tries.ts';
import { knownBrowser, markBrowser, shortBrowser } from './browser.ts';
import {
  doneResponse,
  type Handlers,
  type HostCall,
  jsonResponse,
  pageLocale,
  recordResponse,
  sessionOf,
} from './call.ts';

async function signIn(call: HostCall): Promise<Response> {
  const { env, request, now } = call;
  const { email: typed, password } = await readBody('login', request);
  const email = emailKey(typed);
  const address = keyedHash(env, 'address', email);
  const asker = askerOf(call, knownBrowser(env, request, address));
  const applicants = new Applicants(env.DB);
  const { account, right } = await countGuess(call, address, asker, async () => {
    const found = await applicants.accountByEmail(email);
    return { account: found, right: await checkPassword(password, found?.passwordHash ?? null) };
  });
  // Read before the session is stored: after a fault here the client would not know its token.
  const applicant = account && right ? await applicants.load(account.id) : null;
  if (!account || !applicant) throw invalidCredentials();
  const token = newToken();
  const browser = shortBrowser(request.headers.get('User-Agent'));
  const hash = sha256(token);
  const sessions = new Sessions(env.DB);
  const locale = pageLocale(request) ?? account.locale;
  const statements = [
    sessions.insert({ hash, browser, now }, account),
    applicants.setLocale(account.id, locale),
    ...new SignInTries(env.DB).forget(address, asker),
    ...(await rehash(call, account, password)),
  ];
  await commit(env.DB, statements, sessions.selectStored(hash)).catch(onConflict(invalidCredentials));
  return jsonResponse<'login'>(
    { token, object: renderRecord(env, applicant, now), offers: HOST_OFFERS },
    200,
    markBrowser(env, address),
  );
}

const invalidCredentials = () => new Refusal('invalid_credentials', 'wrong e-mail address or password');

/** Under whom an attempt is counted. @param own id of a known browser or hash of a session; '' for the client's network */
export function askerOf({ env, request }: HostCall, own = ''): Asker {
  if (own !== '') return { id: own, isNetwork: false };
  return { id: keyedHash(env, 'network', clientNetwork(request)), isNetwork: true };
}

/**
 * Counts a password attempt ({@link SignInTries.count}) and runs `check` in one turn of the hash queue; when the queue is full,
 * nothing is counted.
 * @throws Refusal `busy`; `slow_down` after too many; what `check` throws
 */
export function countGuess<Result>(
  { env, request, now }: HostCall,
  addressHash: string,
  asker: Asker,
  check: () => Promise<Result>,
): Promise<Result> {
  return inTurn(asker.isNetwork ? clientNetwork(request) : ownTurns(asker.id), async () => {
    const wait = await new SignInTries(env.DB).count(addressHash, now, asker);
    if (wait > 0) throw slowDown(wait);
    return check();
  });
}

async function rehash({ env, request }: HostCall, account: Account, password: string): Promise<D1PreparedStatement[]> {
  if (!needsRehash(account.passwordHash)) return [];
  const passwordHash = await hashPassword(password, clientNetwork(request));
  return [new Applicants(env.DB).replaceHash({ id: account.id, from: account.passwordHash, passwordHash })];
}

async function signOut(call: HostCall): Promise<Response> {
  await repeatable(new Sessions(call.env.DB).delete(sessionOf(call).tokenHash)).run();
  return doneResponse();
}

/** GET /user/sessions: `{sessions: [{created_at, used_at, browser, current}]}`, newest first. */
async function sessions(call: HostCall): Promise<Response> {
  const { applicantId, tokenHash } = sessionOf(call);
  const rows = await new Sessions(call.env.DB).list(applicantId, call.now);
  return jsonResponse<'listSessions'>({
    sessions: rows.map(({ hash, browser, created_at, used_at }) => ({
      created_at: new Date(created_at).toISOString(),
      used_at: new Date(used_at).toISOString(),
      browser,
      current: hash === tokenHash,
    })),
  });
}

async function endOtherSessions(call: HostCall): Promise<Response> {
  if (!(await new Sessions(call.env.DB).endOthers(sessionOf(call)))) throw tokenRejected();
  return doneResponse();
}

export const sessionCalls = {
  login: signIn,
  logout: signOut,
  currentUser: (call) => recordResponse(call, { offers: [...HOST_OFFERS] }),
  listSessions: sessions,
  endOtherSessions,
} satisfies Handlers;
