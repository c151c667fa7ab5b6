/**
 * The photo of the applicant: a file with the camera beside it, cut to 35 × 45 mm. What was chosen is in the draft at once;
 * cutting comes after, and what cuts is loaded only then.
 */
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import type { ChosenFile } from '../../stores/application/choose-file.ts';
import { afterPress } from '../ui/after-press.ts';
import { Button } from '../ui/Button.tsx';
import { later, WaitForPart, whenIdle } from '../ui/lazy.tsx';
import type { CropDialogProps } from './CropDialog.tsx';
import { FileInput, type PhotoSide } from './FileInput.tsx';
import type { FieldProps } from './part-context.tsx';
import { usePart } from './part-context.tsx';

const laterDialog = later(() => import('./CropDialog.tsx'));

type Cutting = typeof import('../../stores/application/crop-picture.ts');
type Shape = 'unknown' | 'fits' | 'small' | 'other';

export function PhotoInput(props: FieldProps) {
  return <FileInput {...props} aside={(side) => <PhotoTools {...side} />} />;
}

function PhotoTools({ choose, chosen, fresh, replace, hush }: PhotoSide) {
  const { t } = usePart();
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
        <Cutter t={t} photo={source} fits={shape !== 'other'} onClose={() => setOpen(false)} onDone={finish} />
      )}
    </>
  );
}

/** Says that it is on its way until it is there: a line that breaks takes nothing from the page. */
function Cutter(props: CropDialogProps) {
  const part = laterDialog.use();
  const { locale } = usePart();
  if (!part) {
    return (
      <WaitForPart part={laterDialog} locale={locale}>
        <output>{props.t('crop.opening')}</output>
      </WaitForPart>
    );
  }
  return <part.CropDialog {...props} />;
}

/** Without the code that measures, a photo is taken as it is. */
async function measure(blob: Blob): Promise<Shape> {
  const cutting: Cutting | null = await import('../../stores/application/crop-picture.ts').catch(() => null);
  if (!cutting) return 'unknown';
  const { isPhotoShaped, pictureSize, PRINT_WIDTH } = cutting;
  const size = await pictureSize(blob);
  if (!size) return 'unknown';
  if (!isPhotoShaped(size)) return 'other';
  return size.width < PRINT_WIDTH ? 'small' : 'fits';
}

/** Opens the camera of a phone. Shown where the pointer is a finger; a computer has the file field. */
export function CameraButton({ label, onTake }: { label: string; onTake: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (file) onTake(file);
  };
  return (
    <span className="camera">
      <input type="file" accept="image/*" capture="user" hidden tabIndex={-1} onChange={take} ref={input} />
      <Button kind="link" onClick={() => input.current?.click()}>
        {label}
      </Button>
    </span>
  );
}
