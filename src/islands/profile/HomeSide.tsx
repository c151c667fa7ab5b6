/** Beside the stage: the submitted application on screen and on paper, how to sign in, and contacts. */
import { useState } from 'react';
import type { ApplicantRecord } from '../../domain/application/record.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { $applicationType, $currentStatus } from '../../stores/account/record.ts';
import { canWithdraw } from '../../stores/account/withdraw.ts';
import { hasOffered } from '../../stores/api/host-offers.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { ContactBlock, type ContactWays } from '../ui/ContactBlock.tsx';
import { LazyFallback, lazyModule } from '../ui/lazy.tsx';
import { useClientStore } from '../ui/use-hydrated.ts';
import { PRINT_HASH } from '../ui/use-paper.ts';
import '../../styles/contact.css';
import { EmailText } from '../ui/EmailText.tsx';
import { personRoute } from './change-place.ts';
import { DownloadCopy } from './DownloadCopy.tsx';
import styles from './Overview.module.css';
import { RequestButton } from './RequestButton.tsx';

interface HomeSideProps {
  record: ApplicantRecord;
  locale: Locale;
  ways: ContactWays;
}

const lazyMessages = lazyModule(async () => (await import('../messages/forms.ts')).loadMessages());

export function HomeSide({ record, locale, ways }: HomeSideProps) {
  const { id, email, deletion_request: request } = record;
  const isAsked = request && !request.answered_at;
  const t = textOf(locale, 'auth');
  const status = useClientStore($currentStatus, null) ?? '';
  const type = useClientStore($applicationType, null);
  const own = type ? localePath(locale, personRoute(type)) : null;
  const isUnconfirmed = record.email_confirmed === false;
  const links = [
    [own, t('home.answers')],
    [localePath(locale, '/profile/status'), t('home.details')],
    [own && own + PRINT_HASH, t('home.paper')],
    [localePath(locale, '/profile/security'), t('home.signIn')],
  ];
  return (
    <div className={styles.side}>
      <nav className="card" aria-labelledby="home-links">
        <h2 className={styles.cardTitle} id="home-links">
          {t('home.yours')}
        </h2>
        <ul className={styles.links}>
          {links.map(
            ([href, text]) =>
              href && (
                <li key={href}>
                  <a href={href}>{text}</a>
                </li>
              ),
          )}
        </ul>
        <DownloadCopy locale={locale} />
        {canWithdraw(status) && <RequestButton locale={locale} id="withdraw" label={t('home.withdraw.start')} />}
        {hasOffered('deletion_requests') && (
          <RequestButton
            locale={locale}
            id={isAsked ? 'endDeletionRequest' : 'askForDeletion'}
            label={t(`home.${isAsked ? 'takeBack' : 'deletion'}.start`)}
            request={request}
          />
        )}
      </nav>
      <aside className={`card ${styles.ask}`} aria-labelledby="home-contact">
        <h2 className={styles.cardTitle} id="home-contact">
          {t('home.ask')}
        </h2>
        <ContactBlock locale={locale} ways={ways} id={id} />
        {hasOffered('messages') && <Question locale={locale} ways={ways} />}
        {email && (
          <p className={styles.mails}>
            <span>{`${t('home.mails')} `}</span>
            <b translate="no">
              <EmailText email={email} />
            </b>
            {isUnconfirmed && <span>{`, ${t('home.confirmation.state')}`}</span>}
          </p>
        )}
        {isUnconfirmed && <RequestButton locale={locale} id="sendConfirmation" label={t('home.confirmation.start')} />}
      </aside>
    </div>
  );
}

type QuestionProps = Pick<HomeSideProps, 'locale' | 'ways'>;

/** Omitted if the host accepts no messages, which the record shows. */
function Question(props: QuestionProps) {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? (
    <Messages {...props} />
  ) : (
    <Button kind="quiet" onClick={() => setOpen(true)}>
      {textOf(props.locale, 'auth')('home.question')}
    </Button>
  );
}

function Messages(props: QuestionProps) {
  const Loaded = lazyMessages.use();
  return Loaded ? <Loaded {...props} /> : <LazyFallback {...props} module={lazyMessages} />;
}
