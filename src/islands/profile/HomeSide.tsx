/** Beside the stage: the submitted application on screen and in print, how to sign in, and contacts. */
import { type ComponentProps, useEffect, useState } from 'react';
import type { ApplicantRecord } from '../../domain/application/record.ts';
import { localePath } from '../../domain/i18n/paths.ts';
import { $applicationType, $currentStatus } from '../../stores/account/record.ts';
import { canWithdraw } from '../../stores/account/withdraw.ts';
import { offers } from '../../stores/api/offers.ts';
import { Button } from '../ui/Button.tsx';
import { ContactBlock, type ContactWays } from '../ui/ContactBlock.tsx';
import { HandOverButton } from '../ui/HandOverButton.tsx';
import { useClientStore, useLocale, useText } from '../ui/hooks.ts';
import { Lazy, lazyModule } from '../ui/lazy.tsx';
import { EmailText } from '../ui/Texts.tsx';
import { PRINT_HASH } from '../ui/use-paper.ts';
import '../../styles/contact.css';
import { personRoute } from './change-place.ts';
import styles from './Overview.module.css';
import type { RequestDialog } from './RequestDialog.tsx';

interface HomeSideProps {
  record: ApplicantRecord;
  ways: ContactWays;
}

const lazyMessages = lazyModule(async () => (await import('../messages/MessageForm.tsx')).loadMessages());

export function HomeSide({ record, ways }: HomeSideProps) {
  const locale = useLocale();
  const { id, email, deletion_request: request } = record;
  const isAsked = request && !request.answered_at;
  const t = useText('auth');
  const status = useClientStore($currentStatus) ?? '';
  const type = useClientStore($applicationType);
  const own = type ? localePath(locale, personRoute(type)) : null;
  const isUnconfirmed = record.email_confirmed === false;
  const links = [
    [own, t('menu.person')],
    [localePath(locale, '/profile/status'), t('menu.status')],
    [localePath(locale, '/profile/security'), t('menu.security')],
    [own && own + PRINT_HASH, t('home.paper')],
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
        <DownloadCopy record={record} />
        <RequestButton id="withdraw" label={canWithdraw(status) && t('home.withdraw.start')} />
        {offers.has('deletion_requests') && (
          <RequestButton
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
        {offers.has('messages') && <Question ways={ways} />}
        <ContactBlock ways={ways} id={id} />
        {email && (
          <p className={styles.mails}>
            <span>{`${t('home.mails')} `}</span>
            <b translate="no">
              <EmailText email={email} />
            </b>
            {isUnconfirmed && <span>{`, ${t('home.confirmation.state')}`}</span>}
          </p>
        )}
        {isUnconfirmed && <RequestButton id="sendConfirmation" label={t('home.confirmation.start')} />}
      </aside>
    </div>
  );
}

/** Omitted where no messages are offered, which the record shows. */
function Question({ ways }: Pick<HomeSideProps, 'ways'>) {
  const t = useText('auth');
  const [isOpen, setOpen] = useState(false);
  return isOpen ? (
    <Lazy module={lazyMessages}>{(Messages) => <Messages ways={ways} />}</Lazy>
  ) : (
    <Button kind="quiet" onClick={() => setOpen(true)}>
      {t('home.question')}
    </Button>
  );
}

/** The submitted application as one archive: answers, history and files. */
function DownloadCopy({ record }: Pick<HomeSideProps, 'record'>) {
  const locale = useLocale();
  const t = useText('auth');
  /** Number of files that the archive lacks. */
  const [closed, setClosed] = useState(0);
  useEffect(() => {
    // Without that script, only the archive itself names them.
    import('../../stores/account/closed-files.ts').then(
      ({ closedFilesOf }) => setClosed(closedFilesOf(record).length),
      () => undefined,
    );
  }, [record]);
  return (
    <div className="no-print">
      <HandOverButton
        kind="link"
        busyLabel={t('home.archive.busy')}
        make={async () => (await import('../../stores/account/copy.ts')).applicationArchive(locale)}
        wordsOf={(phase) => t.find(`home.archive.${phase}`)}
      >
        {closed > 0 ? t('home.archive.startWithout', { count: closed }) : t('home.archive.start')}
      </HandOverButton>
    </div>
  );
}

type RequestButtonProps = Omit<ComponentProps<typeof RequestDialog>, 'open' | 'onClose'> & {
  /** False once the request is done; its result stays. */
  label: string | false;
};

function RequestButton({ label, ...question }: RequestButtonProps) {
  // Null before the button was pressed.
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <div className="no-print">
      {label && (
        <Button kind="link" onClick={() => setOpen(true)}>
          {label}
        </Button>
      )}
      {(open !== null || question.request) && (
        <Lazy module={lazyDialog}>
          {({ RequestDialog }) => <RequestDialog {...question} open={!!open} onClose={() => setOpen(false)} />}
        </Lazy>
      )}
    </div>
  );
}

const lazyDialog = lazyModule(() => import('./RequestDialog.tsx'));
