/** Tools for a chosen photo: cropping it to 35 × 45 mm. The draft has the photo before the crop dialog opens. */
import { useEffect, useRef, useState } from 'react';
import type { CropFault } from '../../../stores/application/draw-picture.ts';
import { whenIdle } from '../../../stores/browser/when-idle.ts';
import type { ChosenFile } from '../../../stores/device/form-values.ts';
import { Button } from '../../ui/Button.tsx';
import { runAfterPress } from '../../ui/focus.ts';
import { Lazy, lazyModule } from '../../ui/lazy.tsx';
import styles from '../fields.module.css';
import { usePart } from '../part-context.tsx';
import type { PhotoFieldActions } from './FileInput.tsx';

const lazyCropDialog = lazyModule(() => import('./CropDialog.tsx'));

type Shape = 'unknown' | 'fits' | 'small' | 'other';

interface PhotoToolsProps extends Omit<PhotoFieldActions, 'choose'> {
  chosen: ChosenFile;
}

export function PhotoTools({ chosen, fresh, replace, clearNote }: PhotoToolsProps) {
  const { t } = usePart();
  const [open, setOpen] = useState(false);
  const [shape, setShape] = useState<Shape>('unknown');
  const [fault, setFault] = useState<CropFault | null>(null);
  // Cropping again starts from the file that was chosen, as long as the page is open.
  const original = useRef<{ cropped: Blob; from: ChosenFile } | null>(null);
  const { blob } = chosen;

  useEffect(() => {
    let gone = false;
    setShape('unknown');
    setFault(null);
    const look = async () => {
      const found = await measure(blob);
      const isOffered = found === 'other' && fresh === blob;
      const isHidden = isOffered && (await hidesPixels());
      runAfterPress(() => {
        if (gone) return;
        setShape(found);
        if (isHidden) setFault('hidden');
        else if (isOffered) setOpen(true);
      });
    };
    // A newly chosen file is measured at once; a file from the draft when the browser is idle.
    if (fresh === blob) void look();
    else whenIdle(() => void look());
    return () => {
      gone = true;
    };
  }, [blob, fresh]);

  const openCropDialog = async () => {
    clearNote();
    if (await hidesPixels()) setFault('hidden');
    else setOpen(true);
  };
  const source = original.current?.cropped === blob ? original.current.from : chosen;
  const finish = (cropped: ChosenFile | CropFault) => {
    setOpen(false);
    setFault(typeof cropped === 'string' ? cropped : null);
    if (typeof cropped === 'string') return;
    original.current = { cropped: cropped.blob, from: source };
    replace(cropped, 'crop.done');
  };
  const warning = fault ?? (shape === 'other' ? 'needed' : shape === 'small' ? 'small' : '');

  return (
    <>
      <Button kind="link" onClick={() => void openCropDialog()}>
        {t('crop.open')}
      </Button>
      <output className={styles.warning}>{warning && t(`crop.${warning}`)}</output>
      {open && (
        <Lazy module={lazyCropDialog} loading={<output>{t('crop.opening')}</output>}>
          {({ CropDialog }) => (
            <CropDialog t={t} photo={source} fits={shape !== 'other'} onClose={() => setOpen(false)} onDone={finish} />
          )}
        </Lazy>
      )}
    </>
  );
}

/** `unknown` if the measuring code can't be loaded: the photo is accepted unchanged. */
async function measure(blob: Blob): Promise<Shape> {
  const cropping = await import('../../../stores/application/draw-picture.ts').catch(() => null);
  if (!cropping) return 'unknown';
  const { isPhotoShaped, pictureSize, PRINT_WIDTH } = cropping;
  const size = await pictureSize(blob);
  if (!size) return 'unknown';
  if (!isPhotoShaped(size)) return 'other';
  return size.width < PRINT_WIDTH ? 'small' : 'fits';
}

/** True if the browser hides pixels, so that a cropped photo would be noise. */
async function hidesPixels(): Promise<boolean> {
  const readback = await import('../../../stores/browser/pixel-readback.ts').catch(() => null);
  return readback !== null && !(await readback.returnsPixels());
}
