/**
 * Fills in the fields from a scan: from the applicant's photo at once, from any other on request. The reader is loaded with the
 * first one.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Part } from '../../../domain/application/fields.ts';
import { PHOTO_MARKS, photoMarksIn } from '../../../domain/application/wire-names.ts';
import type { PassportHolder } from '../../../domain/passport/holders.ts';
import { photoMarks } from '../../../domain/passport/photo-marks.ts';
import { notifyScanResults } from '../../../stores/application/scan-result.ts';
import { type ChosenFile, isChosenFile } from '../../../stores/device/form-values.ts';
import { Button } from '../../ui/Button.tsx';
import { useAfterHydration } from '../../ui/hooks.ts';
import { Lazy } from '../../ui/lazy.tsx';
import { focusQuestion } from '../field-errors.ts';
import styles from '../fields.module.css';
import { usePart, useScanResult, useValue } from '../part-context.tsx';
import { pendingFiles } from '../pending-files.ts';
import { lazyPassport } from './lazy-passport.ts';
import type { ScanRequest } from './PassportScan.tsx';

interface HolderProps {
  /** The part whose fields are compared; null for a card, which has all of them. */
  part: Part | null;
  holder: PassportHolder;
}

export function PassportFilling({ part, holder }: HolderProps) {
  const { t, fill } = usePart();
  const scan = useAfterHydration(useValue<ChosenFile | null>(holder.scan), null);
  const picture = isChosenFile(scan) ? scan.blob : undefined;
  const { request, setRequest, waits } = useScanRequest({ part, holder }, picture);

  const choose = () => {
    const input = document.getElementById(holder.scan);
    waits.current = true;
    // Pressed while a chosen file is still being checked: it is read afterwards.
    if (pendingFiles.exist()) return;
    input?.addEventListener('cancel', () => {
      waits.current = false;
    });
    input?.click();
  };
  if (!fill) return null;
  const about = `${holder.scan}-scan`;
  return (
    <div className={styles.scan}>
      {!picture && (
        <PhoneWays
          holder={holder}
          onWait={() => {
            waits.current = true;
          }}
        />
      )}
      {(picture || part === null) && (
        <>
          <Button
            kind="quiet"
            aria-describedby={about}
            onClick={picture ? () => setRequest({ picture, isNew: false }) : choose}
          >
            {t('scan.fillIn')}
          </Button>
          <p className="field__hint" id={about}>
            {t('scan.about')}
          </p>
        </>
      )}
      {request && request.picture === picture && (
        <Lazy module={lazyPassport} loading={<output className="status-text">…</output>}>
          {({ PassportScan }) => <PassportScan request={request} holder={holder} onChoose={choose} />}
        </Lazy>
      )}
      <PassportComparison part={part} holder={holder} />
    </div>
  );
}

/**
 * The scan to read: a new picture of a passport, or one for which a button was pressed. `waits`: the next chosen file is to be
 * read.
 */
function useScanRequest({ part, holder }: HolderProps, picture: Blob | undefined) {
  const { form, others, fill } = usePart();
  const [request, setRequest] = useState<ScanRequest | null>(null);
  const waits = useRef(false);
  /** The scan from an earlier visit. It was read then, or left unread. */
  const [restored] = useState(() => form.valueAt(holder.scan));
  const before = useRef<{ path: string; picture: Blob | undefined }>(undefined);

  /** Answers kept against another photo are not kept against this one. @returns whether there was another one */
  const dropKept = useEffectEvent(() => {
    const text = photoMarksIn(others?.() ?? {});
    const marks = photoMarks.of(text, holder);
    if (marks) fill?.({ [PHOTO_MARKS]: photoMarks.with(text, holder, { ...marks, kept: {} }) });
    notifyScanResults();
    return marks !== null;
  });

  useEffect(() => {
    const last = before.current;
    before.current = { path: holder.scan, picture };
    // A card that moved still has its own scan.
    if (last?.picture === picture || isRestored(picture, restored)) return;
    const wasRead = (!last || last.path === holder.scan) && dropKept();
    const isPhoto = (part !== null || wasRead) && picture?.type.startsWith('image/');
    if (!picture || !(waits.current || isPhoto)) return;
    waits.current = false;
    setRequest({ picture, isNew: true });
  }, [picture, holder.scan, part, restored]);
  return { request, setRequest, waits };
}

const isRestored = (picture: Blob | undefined, restored: unknown) =>
  isChosenFile(restored) && restored.blob === picture;

/**
 * The ways to the answers on a touch screen: camera, file, typing. Labels of the hidden scan field work before hydration too.
 * @param onWait called when the next chosen picture is to be read
 */
function PhoneWays({ holder: { scan, pathOf }, onWait }: Pick<HolderProps, 'holder'> & { onWait: () => void }) {
  const { t } = usePart();
  const camera = useRef<HTMLInputElement>(null);
  const handOver = () => {
    const field = document.getElementById(scan) as HTMLInputElement | null;
    const photo = camera.current?.files;
    if (!field || !photo?.length) return;
    onWait();
    const chosen = new DataTransfer();
    for (const file of photo) chosen.items.add(file);
    field.files = chosen.files;
    if (camera.current) camera.current.value = '';
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };
  // A photo may have been taken before hydration.
  const handOverEarly = useEffectEvent(handOver);
  useEffect(() => handOverEarly(), []);
  return (
    <div className={styles.phoneWays}>
      <img src="/images/passport-page.svg" alt="" width={320} height={150} loading="lazy" />
      <input
        className="visually-hidden"
        type="file"
        accept="image/*"
        capture="environment"
        id={`${scan}-camera`}
        onChange={handOver}
        ref={camera}
      />
      <label className="button" htmlFor={`${scan}-camera`}>
        <span>{t('scan.camera')}</span>
      </label>
      <p className={styles.otherWays}>
        {/* The input has its own name and tab stop. */}
        <label className="text-button" htmlFor={scan} aria-hidden="true" onClick={onWait}>
          <span>{t('file.choose')}</span>
        </label>
        <button type="button" className="text-button" onClick={() => focusQuestion(pathOf('passport_number'))}>
          <span>{t('scan.byHand')}</span>
        </button>
      </p>
    </div>
  );
}

/** Fields of a part that were filled in from the photo, and that differ from it. */
export function PassportComparison({ part, holder }: HolderProps) {
  const photo = useScanResult(holder);
  return (
    photo && (
      <Lazy module={lazyPassport}>
        {({ PartComparison }) => <PartComparison part={part} holder={holder} photo={photo} />}
      </Lazy>
    )
  );
}
