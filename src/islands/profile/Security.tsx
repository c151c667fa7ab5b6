/** The security page: password and sessions. A new password ends the other sessions, so the list is read again. */
import { useEffect } from 'react';
import { openSessions } from '../../stores/account/security.ts';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import type { ProfilePageProps } from './Overview.tsx';
import { PasswordChange } from './PasswordChange.tsx';
import { RecordFrame } from './RecordFrame.tsx';
import { SessionList } from './SessionList.tsx';

export const Security = withErrorBoundary(SecurityIsland);

function SecurityIsland({ locale, phone }: ProfilePageProps) {
  useEffect(() => void openSessions(), []);
  return (
    <RecordFrame locale={locale} phone={phone} after={<SessionList locale={locale} />}>
      {() => <PasswordChange locale={locale} onDone={() => void openSessions()} />}
    </RecordFrame>
  );
}
