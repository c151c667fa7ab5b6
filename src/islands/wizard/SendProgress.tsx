/** Progress of the upload: total, and each file. */

import { useStore } from '@nanostores/react';
import { $submission } from '../../stores/application/submit.ts';
import { ProgressBar, StatusText } from '../ui/Loading.tsx';
import { useText } from '../ui/use-locale.ts';
import styles from './sending.module.css';

export function SendProgress() {
  const t = useText('application');
  const { phase, percent, error, files = [] } = useStore($submission);
  return (
    <div className={styles.progress}>
      <ProgressBar label={t('send.progress')} percent={phase === 'sending' ? percent : undefined} />
      <StatusText>
        {phase === 'checking'
          ? t('send.checking')
          : error
            ? t('send.waiting', { count: error.retryAfter ?? 0 })
            : t('send.percent', { percent: Math.round(percent / 10) * 10 })}
      </StatusText>
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={`${file.field} ${file.index}`}>
            <span className={styles.fileName}>{file.name}</span>
            <span>{file.percent === 100 ? t('send.fileDone') : `${file.percent}\u00a0%`}</span>
            <ProgressBar label={file.name} percent={file.percent} />
          </li>
        ))}
      </ul>
    </div>
  );
}
