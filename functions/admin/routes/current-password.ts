/** Whoever changes what an account is opened with shows the current password, or has just signed in with it. */
import { FRESH_SIGN_IN_MS } from '../../../src/domain/account/session.ts';
import { Failure, invalid } from '../runtime/failure.ts';
import { keyedHash } from '../secrets/digest.ts';
import { checkPassword } from '../secrets/password-hash.ts';
import type { Account } from '../store/applicants.ts';
import { forgetCount } from '../store/sign-in-tries.ts';
import type { Session } from '../store/tokens.ts';
import type { Call } from './call.ts';
import { countGuess } from './sign-in.ts';

/**
 * Lets pass whoever knows the current password. Guesses count like tries to sign in, for this session alone.
 * @param given what was sent as `current_password`
 * @throws Failure `current_password_required` without one, unless the sign-in is ten minutes old at most;
 *   `validation_failed` for a wrong one; `slow_down` after too many
 */
export async function requireCurrentPassword(
  call: Call,
  session: Session,
  account: Account,
  given = '',
): Promise<void> {
  if (given === '') {
    if (call.now - session.createdAt <= FRESH_SIGN_IN_MS) return;
    const errors = { current_password: ['current_password_required'] };
    throw new Failure('current_password_required', 'send the current password as "current_password"', { errors });
  }
  const address = keyedHash(call.env, 'address', account.emailKey);
  await countGuess(call, address, session.tokenHash);
  if (!(await checkPassword(given, account.passwordHash))) throw invalid({ current_password: ['password_wrong'] });
  await forgetCount(call.env.DB, address, session.tokenHash).run();
}
