/** A button that leads to the sign-in, which returns to this page. */
import { signOut } from '../../stores/account/session.ts';
import { Button } from '../ui/Button.tsx';
import { useText } from '../ui/hooks.ts';

export function SignInButton() {
  return <Button onClick={() => void signOut('refresh')}>{useText('auth')('data.absentAction')}</Button>;
}
