/** The question before a request of the account, its refusals, and its result. */
import { useEffect, useState } from 'react';
import { deletionDue } from '../../domain/account/deletion.ts';
import type { ApplicantRecord } from '../../domain/application/record.ts';
import { WITHDRAWN } from '../../domain/application/stages.ts';
import { formatDate } from '../../domain/i18n/dates.ts';
import { $currentStatus, $profile } from '../../stores/account/record.ts';
import { type RequestId, requests } from '../../stores/account/requests.ts';
import { ports } from '../../stores/browser/ports.ts';
import { RefusalNotice } from '../fields/RefusalNotice.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useClientStore, useLocale, useText } from '../ui/hooks.ts';
import { StatusText } from '../ui/Loading.tsx';

interface RequestDialogProps {
  id: RequestId;
  /** An earlier deletion request. */
  request?: ApplicantRecord['deletion_request'];
  open: boolean;
  onClose: () => void;
}

/** Keys of the words below `home`. */
const WORDS: Record<RequestId, string> = {
  withdraw: 'withdraw',
  askForDeletion: 'deletion',
  endDeletionRequest: 'takeBack',
  sendConfirmation: 'confirmation',
};

const DESTROYS: readonly RequestId[] = ['withdraw', 'askForDeletion'];

export function RequestDialog({ id, request, open, onClose }: RequestDialogProps) {
  const locale = useLocale();
  const auth = useText('auth');
  const t = (name: string, of = id, values = {}) => auth.find(`home.${WORDS[of]}.${name}`, values);
  const { busy, last, refusal } = useClientStore(requests.$state);
  const email = useClientStore($profile)?.email ?? '';
  const [done, setDone] = useState<RequestId | null>(null);
  const status = useClientStore($currentStatus);
  // The applicant may have applied again since, in another tab.
  const result = done === 'withdraw' && status !== WITHDRAWN ? null : done;
  useEffect(() => {
    // The button is gone; the heading names the new stage.
    if (result === 'withdraw' && !open) document.querySelector<HTMLElement>('main h1')?.focus();
  }, [result, open]);
  useEffect(() => {
    if (open) requests.clearRefusal();
  }, [open]);
  const send = async () => {
    setDone(null);
    if (!(await requests.send(id, locale))) return;
    setDone(id);
    onClose();
  };
  return (
    <>
      {request && <DeletionState request={request} />}
      <StatusText>{result && !open && t('done', result)}</StatusText>
      <Dialog
        open={open}
        onClose={onClose}
        title={t('title')}
        actions={
          <>
            <Button
              kind={DESTROYS.includes(id) ? 'danger' : 'main'}
              busy={busy !== null}
              busyLabel={t('busy')}
              onClick={() => void send()}
            >
              {t('confirm')}
            </Button>
            <Button kind="link" onClick={onClose}>
              {t('cancel')}
            </Button>
          </>
        }
      >
        <p>{t('text', id, { email, date: formatDate(deletionDue(ports.now()), locale) })}</p>
        {refusal && last === id && <RefusalNotice refusal={refusal} />}
      </Dialog>
    </>
  );
}

function DeletionState({ request }: { request: NonNullable<ApplicantRecord['deletion_request']> }) {
  const locale = useLocale();
  const auth = useText('auth');
  const { asked_at = '', answer_by = '', answered_at = '', answer } = request;
  const [asked, by, answered] = [asked_at, answer_by, answered_at].map((date) => formatDate(date, locale));
  return (
    <>
      <p>{auth(`home.deletion.${answered_at ? 'answered' : 'asked'}`, { asked, by, answered })}</p>
      {answer && <blockquote>{answer}</blockquote>}
    </>
  );
}
