/** Reports the end of a session, in whichever tab it ends. */
import { $session, type SignInReason, sessionId, sessionToken } from '../api/session-token.ts';

/** @param action called with the reason, which is null after a sign-out @returns stops listening */
export function onSessionEnd(action: (reason: SignInReason | null) => void): () => void {
  let mark = sessionId();
  return $session.listen(({ signedIn }) => {
    if (signedIn) mark = sessionId();
    else action(sessionToken.endReason(mark));
  });
}
