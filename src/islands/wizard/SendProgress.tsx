/** Progress of the upload, on the review page, and on other pages of the form after that was left. */
import { useStore } from '@nanostores/react';
import { $outgoing, isSending } from '../../stores/application/outgoing.ts';
import { useText } from '../ui/hooks.ts';
import { ProgressBar, StatusText } from '../ui/Loading.tsx';
import styles from './SendProgress.module.css';

/** The total, and each file. The live region exists before it has a text, as screen readers require. */
export function SendProgress() {
  const t = useText('application');
  const submission = useStore($outgoing);
  if (!submission) return null;
  const { phase, percent, refusal, files = [] } = submission;
  const isActive = isSending(submission);
  const text =
    phase === 'checking'
      ? t('send.checking')
      : refusal
        ? t('send.waiting', { count: refusal.retryAfter ?? 0 })
        : t('send.percent', { percent: Math.round(percent / 10) * 10 });
  return (
    <div className={isActive ? styles.progress : undefined}>
      {isActive && <ProgressBar label={t('send.progress')} percent={phase === 'sending' ? percent : undefined} />}
      <StatusText hidden={!isActive}>{isActive && text}</StatusText>
      <ul className={styles.files} hidden={!isActive}>
        {files.map((file) => (
          <li key={`${file.field} ${file.index}`}>
            <span className={styles.fileName}>{file.name}</span>
            <span>{file.percent === 100 ? t('send.fileDone') : `${file.percent}\u00a0%`}</span>
            <ProgressBar percent={file.percent} />
          </li>
        ))}
      </ul>
    </div>
  );
}
