/** An e-mail address as people read it, which wraps before its domain. */
import { shownEmail } from '../../domain/input/email.ts';

export function EmailText({ email }: { email: string }) {
  const shown = shownEmail(email);
  return (
    <>
      <span>{shown.replace(/@.*/, '')}</span>
      <wbr />
      <span>{/@.*/.exec(shown)?.[0]}</span>
    </>
  );
}
