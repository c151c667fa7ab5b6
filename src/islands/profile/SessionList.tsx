/** The account's sessions, with a button that ends the others. Omitted if the host has no list of them. */
import { useState } from 'react';
import type { SessionEntry } from '../../domain/api/responses.ts';
import { formatInstant } from '../../domain/i18n/dates.ts';
import { $sessions, endOtherSessions, NO_SESSIONS, openSessions } from '../../stores/account/security.ts';
import { problemText, problemTitle } from '../../stores/api/problem-text.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { HostErrorText } from '../ui/HostErrorText.tsx';
import { LoadingBlock, StatusText } from '../ui/Loading.tsx';
import { Notice, ProblemReference } from '../ui/Notice.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import { useLocale, useText } from '../ui/use-locale.ts';
import styles from './Security.module.css';

export function SessionList() {
  const locale = useLocale();
  const t = useText('auth');
  const { phase, list, error, ending } = useClientStore($sessions, NO_SESSIONS);
  const [asking, setAsking] = useState(false);
  const [ended, setEnded] = useState(false);

  if (phase === 'absent') return null;
  const end = async () => {
    setAsking(false);
    setEnded(await endOtherSessions());
  };
  return (
    <section className={styles.block} aria-labelledby="sessions-title">
      <h2 id="sessions-title">{t('security.sessions.title')}</h2>
      {error && (
        <Notice
          tone="error"
          title={problemTitle(locale, error)}
          action={
            <Button kind="quiet" onClick={() => void openSessions()}>
              {t('data.again')}
            </Button>
          }
        >
          <p>{problemText(locale, error)}</p>
          <HostErrorText error={error} />
          <ProblemReference />
        </Notice>
      )}
      {phase === 'loading' && <LoadingBlock label={t('security.sessions.loading')} />}
      {phase === 'ready' && (
        <>
          <ul className={styles.sessions}>
            {list.map((entry) => (
              <SessionRow entry={entry} key={`${entry.created_at} ${entry.browser}`} />
            ))}
          </ul>
          <StatusText>
            {ended ? t('security.sessions.ended') : list.length < 2 && t('security.sessions.only')}
          </StatusText>
          {list.length > 1 && (
            <Button
              kind="quiet"
              busy={ending}
              busyLabel={t('security.sessions.ending')}
              onClick={() => setAsking(true)}
            >
              {t('security.sessions.endOthers')}
            </Button>
          )}
        </>
      )}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('security.sessions.confirmTitle')}
        actions={
          <>
            <Button onClick={() => void end()}>{t('security.sessions.endOthers')}</Button>
            <Button kind="link" onClick={() => setAsking(false)}>
              {t('security.sessions.cancel')}
            </Button>
          </>
        }
      >
        <p>{t('security.sessions.confirmText')}</p>
      </Dialog>
    </section>
  );
}

function SessionRow({ entry }: { entry: SessionEntry }) {
  const locale = useLocale();
  const t = useText('auth');
  return (
    <li>
      <p className={styles.browser}>
        <span>{entry.browser || t('security.sessions.unknown')}</span>
        {entry.current && (
          <span className="tag" data-tone="info">
            {t('security.sessions.current')}
          </span>
        )}
      </p>
      <p className={styles.when}>
        <span>{`${t('security.sessions.made', { when: formatInstant(entry.created_at, locale) })}. `}</span>
        <span>{t('security.sessions.used', { when: formatInstant(entry.used_at, locale) })}</span>
      </p>
    </li>
  );
}
