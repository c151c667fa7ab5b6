/** Crops a photo to 35 × 45 mm by mouse, touch and keyboard: the frame is fixed, the photo moves and scales under it. */
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { type CropFault, cropPicture, largestZoom, PHOTO_RATIO } from '../../../stores/application/draw-picture.ts';
import type { ChosenFile } from '../../../stores/device/form-values.ts';
import type { Text } from '../../../stores/page-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { StatusText } from '../../ui/Loading.tsx';
import { usePreview } from '../use-preview.ts';
import styles from './CropDialog.module.css';

interface CropDialogProps {
  t: Text<'forms'>;
  photo: ChosenFile;
  /** The photo has the shape 35 × 45 already. */
  fits: boolean;
  onClose: () => void;
  /** Called with the cropped photo, or why it was not cropped. */
  onDone: (cropped: ChosenFile | CropFault) => void;
}

/** CSS pixels by which an arrow key moves the photo. */
const KEY_STEP = 8;
const ZOOM_STEP = 0.01;

/** Keys of the buttons that move the photo, and the line of each arrow in a box of 24 × 24. */
const MOVES = {
  left: 'M19 12H5m6-6-6 6 6 6',
  up: 'M12 19V5m-6 6 6-6 6 6',
  down: 'M12 5v14m-6-6 6 6 6-6',
  right: 'M5 12h14m-6-6 6 6-6 6',
} as const;

export function CropDialog({ t, photo, fits, onClose, onDone }: CropDialogProps) {
  const [zoom, setZoom] = useState(1);
  const [maxZoom, setMaxZoom] = useState(1);
  const { isKnown, isBusy, setArea, apply } = useCropArea(photo, onDone);
  const zoomId = useId();
  const helpId = `${zoomId}-help`;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('crop.title')}
      actions={
        <>
          <Button busy={isBusy} busyLabel={t('crop.applying')} onClick={apply}>
            {t('crop.apply')}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t(fits ? 'crop.keep' : 'crop.later')}
          </Button>
        </>
      }
    >
      <p id={helpId}>{t('crop.help')}</p>
      <CropFrame
        t={t}
        photo={photo}
        zoom={zoom}
        maxZoom={maxZoom}
        helpId={helpId}
        isKnown={isKnown}
        onZoom={setZoom}
        onMaxZoom={setMaxZoom}
        onArea={setArea}
        onError={() => onDone('failed')}
      />
      {maxZoom > 1 && (
        <p className={styles.zoom}>
          <label className="field__label" htmlFor={zoomId}>
            {t('crop.zoom')}
          </label>
          <input
            type="range"
            id={zoomId}
            min={1}
            max={maxZoom}
            step={ZOOM_STEP}
            value={zoom}
            aria-valuetext={`${Math.round(zoom * 100)}%`}
            onChange={(event) => setZoom(Number(event.target.value))}
          />
        </p>
      )}
    </Dialog>
  );
}

/** The area in the frame, in pixels of the photo once it is loaded, and the function of the crop button. */
function useCropArea(photo: ChosenFile, onDone: CropDialogProps['onDone']) {
  const area = useRef<Area | null>(null);
  const [isKnown, setKnown] = useState(false);
  /** `pending`: the button was pressed. `ready`: the last move before the press is rendered. */
  const [cropping, setCropping] = useState<'idle' | 'pending' | 'ready'>('idle');
  const crop = useEffectEvent(() => {
    if (area.current) void cropPicture(photo, area.current).then(onDone);
  });
  useEffect(() => {
    if (cropping === 'ready' && isKnown) crop();
  }, [cropping, isKnown]);
  return {
    isKnown,
    isBusy: cropping !== 'idle',
    setArea: (pixels: Area) => {
      area.current = pixels;
      setKnown(true);
    },
    // The cropper applies a move in the next frame: a press waits for it, and for the photo to load.
    apply: () => {
      setCropping('pending');
      requestAnimationFrame(() => setCropping('ready'));
    },
  };
}

interface CropFrameProps extends Pick<CropDialogProps, 't' | 'photo'> {
  zoom: number;
  maxZoom: number;
  /** Id of the help that describes the frame. */
  helpId: string;
  isKnown: boolean;
  onZoom: (zoom: number) => void;
  onMaxZoom: (zoom: number) => void;
  onArea: (area: Area) => void;
  onError: () => void;
}

/** The frame with the photo under it, and the visible area as text for screen readers. */
function CropFrame({ t, photo, zoom, maxZoom, helpId, isKnown, ...on }: CropFrameProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [ready, setReady] = useState(false);
  const [place, setPlace] = useState('');
  const picture = usePreview(photo);

  // The cropper measures its container once, so it is rendered after the dialog.
  useEffect(() => setReady(true), []);

  // A dialog focuses its first control, which would be a button until the photo is there.
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isKnown) frame.current?.querySelector<HTMLElement>('[role="application"]')?.focus();
  }, [isKnown]);

  /** @param area in per cent of the photo */
  const announce = ({ x, y, width, height }: Area) => {
    if (crop.x === 0 && crop.y === 0 && zoom === 1) return;
    const [left, top, right, bottom] = [x, y, x + width, y + height].map(Math.round);
    setPlace(t('crop.place', { left, top, right, bottom }));
  };
  return (
    <>
      <div className={styles.crop} ref={frame} tabIndex={-1}>
        {ready && picture && (
          <Cropper
            image={picture}
            crop={crop}
            zoom={zoom}
            maxZoom={maxZoom}
            disableAutomaticStylesInjection
            showGrid={false}
            classes={{ cropAreaClassName: styles.outline ?? '' }}
            onCropComplete={announce}
            aspect={PHOTO_RATIO}
            keyboardStep={KEY_STEP}
            onCropChange={setCrop}
            onZoomChange={on.onZoom}
            onCropAreaChange={(_, pixels) => on.onArea(pixels)}
            onMediaLoaded={({ naturalWidth: width, naturalHeight: height }) =>
              on.onMaxZoom(largestZoom({ width, height }))
            }
            mediaProps={{ alt: '', onError: on.onError }}
            cropperProps={{ role: 'application', 'aria-label': t('crop.frame'), 'aria-describedby': helpId }}
          />
        )}
      </div>
      {isKnown && <Moves t={t} frame={frame} />}
      <StatusText hidden>{place}</StatusText>
    </>
  );
}

/** Buttons that move the photo within its edges, as the cropper's own keys do. */
function Moves({ t, frame }: Pick<CropFrameProps, 't'> & { frame: RefObject<HTMLDivElement | null> }) {
  const press = (direction: string) => {
    const key = `Arrow${direction.charAt(0).toUpperCase()}${direction.slice(1)}`;
    for (const type of ['keydown', 'keyup'])
      frame.current
        ?.querySelector('[role="application"]')
        ?.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }));
  };
  return (
    <div className={styles.moves}>
      {Object.entries(MOVES).map(([direction, line]) => (
        <button type="button" className="icon-button" key={direction} onClick={() => press(direction)}>
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d={line} />
          </svg>
          <span className="visually-hidden">{t(`crop.${direction as keyof typeof MOVES}`)}</span>
        </button>
      ))}
    </div>
  );
}
