/** An e-mail address as people read it, which wraps before its domain. */
import { shownEmail } from '../../domain/input/email.ts';

export function EmailText({ email }: { email: string }) {
  const [local, domain] = shownEmail(email).split(/(?=@)/);
  return (
    <>
      <span>{local}</span>
      <wbr />
      <span>{domain}</span>
    </>
  );
}
