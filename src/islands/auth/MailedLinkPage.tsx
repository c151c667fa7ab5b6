/** A page that a mail links to, with a secret in the fragment. Only its button acts, since mail scanners open links as well. */
import { type SubmitEvent, useEffect, useState } from 'react';
import { RESET_ROUTES } from '../../domain/account/reset.ts';
import { mailRoute } from '../../domain/account/session.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { mailedLinks } from '../../stores/account/mailed-links.ts';
import { pageText } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { withErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { useClientStore, useLocale, useText } from '../ui/hooks.ts';
import { Notice } from '../ui/Notice.tsx';
import { LinkedText } from '../ui/Texts.tsx';
import { ViewHeading } from '../ui/ViewHeading.tsx';
import styles from './AuthForm.module.css';
import { SignInRefusal } from './SignInRefusal.tsx';

interface MailedLinkPageProps {
  /** The prefix of its texts in the namespace `auth`. */
  words: 'restore' | 'confirm';
  link: (typeof mailedLinks)['restore'];
  /** The link shown on success. */
  next: { route: string; label: string };
  /** The link shown after a second button, with which the owner of the address frees it; absent without that button. */
  freed?: { route: string; label: string };
}

function MailedLinkPage({ words, link, next, freed }: MailedLinkPageProps) {
  const locale = useLocale();
  const auth = useText('auth');
  const t = (name: string) => auth.find(`${words}.${name}`);
  const token = useClientStore(link.$token);
  const { busy, issues, refusal, attempt } = useClientStore(link.$state);
  const wait = useClientStore(link.$wait);
  const [end, setEnd] = useState<{ token: string; as: 'done' | 'freed' } | null>(null);
  const done = end && end.token === token ? end.as : null;

  useEffect(link.open, []);

  const send = async (as: 'done' | 'freed') => {
    if (token && (await link.submit(token, locale, as === 'freed' ? { free: true } : {}))) setEnd({ token, as });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void send('done');
  };
  const shownNext = (done === 'freed' && freed) || next;
  const missing = token === '' || issues.token !== undefined;
  const expired = refusal?.code === 'link_expired' || refusal?.code === 'not_found';
  return (
    <>
      {done && <span className={styles.done} aria-hidden="true" />}
      <ViewHeading view={done ?? 'start'}>{t(done ? `${done}Title` : 'title')}</ViewHeading>
      <p className="auth-lead">{t(done ? `${done}Text` : 'lead')}</p>
      {done && (
        <p>
          <a className="button" href={localePath(locale, shownNext.route)}>
            {shownNext.label}
          </a>
        </p>
      )}
      {!done && missing && <Notice tone="error" title={t('missingTitle')} text={t('missingText')} />}
      {refusal && (
        <SignInRefusal refusal={refusal} focusKey={attempt} wait={wait} title={expired ? t('expiredTitle') : undefined}>
          {expired && (
            <p>
              <LinkedText text={t('expiredText')} />
            </p>
          )}
        </SignInRefusal>
      )}
      {!done && !missing && (
        <LinkForm t={t} busy={busy} onSubmit={submit} onFree={freed && (() => void send('freed'))} />
      )}
    </>
  );
}

interface LinkFormProps {
  t: (name: string) => string;
  busy: boolean;
  onSubmit: (event: SubmitEvent) => void;
  onFree: (() => void) | undefined;
}

function LinkForm({ t, busy, onSubmit, onFree }: LinkFormProps) {
  return (
    <form className={`form ${styles.form}`} method="post" onSubmit={onSubmit}>
      <div className="button-row">
        <Button type="submit" busy={busy} busyLabel={t('busy')}>
          {t('submit')}
        </Button>
      </div>
      {onFree && (
        <p className={styles.other}>
          <span>{`${t('freeText')} `}</span>
          <Button kind="link" onClick={onFree}>
            {t('free')}
          </Button>
        </p>
      )}
    </form>
  );
}

/** Confirms the e-mail address of an application, or frees it for its owner, who has not applied. */
export const ConfirmEmail = withErrorBoundary(({ locale }: { locale: Locale }) => {
  const t = pageText(locale, 'auth');
  const next = { route: mailRoute('/profile'), label: t('confirm.next') };
  const freed = { route: '/', label: t('confirm.freedNext') };
  return <MailedLinkPage words="confirm" link={mailedLinks.confirm} next={next} freed={freed} />;
});

/** Restores a changed e-mail address. */
export const RestoreEmail = withErrorBoundary(({ locale }: { locale: Locale }) => {
  const next = { route: RESET_ROUTES[0], label: pageText(locale, 'auth')('restore.newPassword') };
  return <MailedLinkPage words="restore" link={mailedLinks.restore} next={next} />;
});
