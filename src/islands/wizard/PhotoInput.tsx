/**
 * The photo of the applicant: a file with the camera beside it, cut to 35 × 45 mm. What was chosen is in the draft at once;
 * cutting comes after, and what cuts is loaded only then.
 */
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { ChosenFile } from '../../stores/application/choose-file.ts';
import { afterPress } from '../ui/after-press.ts';
import { Button } from '../ui/Button.tsx';
import { whenIdle } from '../ui/later.ts';
import { CameraButton } from './CameraButton.tsx';
import { FileInput, type PhotoSide } from './FileInput.tsx';
import type { FieldProps } from './field-props.ts';
import { useStep } from './step-context.ts';

const CropDialog = lazy(() => import('./CropDialog.tsx').then(({ CropDialog }) => ({ default: CropDialog })));

type Cutting = typeof import('../../stores/application/crop-picture.ts');
type Shape = 'unknown' | 'fits' | 'small' | 'other';

export function PhotoInput(props: FieldProps) {
  return <FileInput {...props} aside={(side) => <PhotoTools {...side} />} />;
}

function PhotoTools({ choose, chosen, fresh, replace, hush }: PhotoSide) {
  const { t } = useStep();
  const [open, setOpen] = useState(false);
  const [shape, setShape] = useState<Shape>('unknown');
  const [failed, setFailed] = useState(false);
  // A cut photo is cut anew from what was chosen, as long as the page lives.
  const original = useRef<{ cut: Blob; from: ChosenFile } | null>(null);
  const blob = chosen?.blob;

  useEffect(() => {
    let gone = false;
    setShape('unknown');
    setFailed(false);
    if (!blob) return;
    const look = async () => {
      const found = await measure(blob);
      // A line or a dialog that comes while a button is held down would take the press from it.
      afterPress(() => {
        if (gone) return;
        setShape(found);
        if (found === 'other' && fresh === blob) setOpen(true);
      });
    };
    // Who has just chosen it hears of it at once; a draft that opens has more urgent things to do.
    if (fresh === blob) void look();
    else whenIdle(() => void look());
    return () => {
      gone = true;
    };
  }, [blob, fresh]);

  const openCutting = () => {
    hush();
    setOpen(true);
  };
  const source = chosen && original.current?.cut === chosen.blob ? original.current.from : chosen;
  const finish = (cut: ChosenFile | null) => {
    setOpen(false);
    setFailed(cut === null);
    if (!cut || !source) return;
    original.current = { cut: cut.blob, from: source };
    replace(cut, 'crop.done');
  };
  const warning = failed ? 'failed' : shape === 'other' ? 'needed' : shape === 'small' ? 'small' : '';

  return (
    <>
      <div className="photo-tools field-aside">
        <CameraButton label={t('file.camera')} onTake={choose} />
        {chosen && (
          <Button kind="link" onClick={openCutting}>
            {t('crop.open')}
          </Button>
        )}
      </div>
      <output className="photo-tools__warning">{chosen && warning && t(`crop.${warning}`)}</output>
      {open && source && (
        <Suspense fallback={null}>
          <CropDialog t={t} photo={source} fits={shape !== 'other'} onClose={() => setOpen(false)} onDone={finish} />
        </Suspense>
      )}
    </>
  );
}

async function measure(blob: Blob): Promise<Shape> {
  const { isPhotoShaped, pictureSize, PRINT_WIDTH }: Cutting = await import('../../stores/application/crop-picture.ts');
  const size = await pictureSize(blob);
  if (!size) return 'unknown';
  if (!isPhotoShaped(size)) return 'other';
  return size.width < PRINT_WIDTH ? 'small' : 'fits';
}
