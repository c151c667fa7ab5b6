/** The applicant's photo, with a camera button. */
import { type ChangeEvent, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Lazy, lazyModule } from '../../ui/lazy.tsx';
import styles from '../fields.module.css';
import { type ControlProps, usePart } from '../part-context.tsx';
import { FileInput, type PhotoFieldActions } from './FileInput.tsx';

const lazyTools = lazyModule(() => import('./PhotoTools.tsx'));

export function PhotoInput(props: ControlProps) {
  return <FileInput {...props} aside={(side) => <Aside {...side} />} />;
}

function Aside({ choose, chosen, ...actions }: PhotoFieldActions) {
  const { t } = usePart();
  return (
    <div className={`${styles.photoTools} ${styles.aside}`}>
      <CameraButton label={t('file.camera')} onTake={choose} />
      {chosen && (
        <Lazy module={lazyTools} loading={<WaitingTools />}>
          {({ PhotoTools }) => <PhotoTools chosen={chosen} {...actions} />}
        </Lazy>
      )}
    </div>
  );
}

/** Reserves the space of the tools until they are loaded. */
function WaitingTools() {
  const { t } = usePart();
  return (
    <>
      <Button kind="link" disabled>
        {t('crop.open')}
      </Button>
      <output className={styles.warning} />
    </>
  );
}

/** Opens a phone's camera; shown on devices with a coarse pointer. */
function CameraButton({ label, onTake }: { label: string; onTake: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (file) onTake(file);
  };
  return (
    <span className={styles.camera}>
      <input type="file" accept="image/*" capture="user" hidden tabIndex={-1} onChange={take} ref={input} />
      <Button kind="link" onClick={() => input.current?.click()}>
        {label}
      </Button>
    </span>
  );
}
