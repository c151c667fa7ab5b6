/** Asks whether a JPEG without an end mark is complete, and shows what the browser draws of it. Closing the question means no. */
import type { ChosenFile } from '../../../stores/device/form-values.ts';
import type { Text } from '../../../stores/page-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import styles from '../fields.module.css';
import { usePreview } from '../use-preview.ts';

interface EndQuestionProps {
  t: Text<'forms'>;
  file: ChosenFile;
  onAnswer: (isWhole: boolean) => void;
}

export function EndQuestion({ t, file, onAnswer }: EndQuestionProps) {
  const picture = usePreview(file);
  return (
    <Dialog
      open
      onClose={() => onAnswer(false)}
      title={t('file.end.question')}
      actions={
        <>
          <Button onClick={() => onAnswer(true)}>{t('file.end.yes')}</Button>
          <Button kind="quiet" onClick={() => onAnswer(false)}>
            {t('file.end.no')}
          </Button>
        </>
      }
    >
      <p>{t('file.end.text')}</p>
      {picture && <img className={styles.askedPicture} src={picture} alt={t('file.end.picture')} />}
    </Dialog>
  );
}
