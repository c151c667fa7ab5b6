/**
 * "Fill in from the photo": the offer beside the passport scan, and the place where what was read is compared. Both show
 * nothing more until somebody presses the button; the reader and its words are fetched then.
 */
import { useEffect, useRef, useState } from 'react';
import type { Part } from '../../domain/application/fields.ts';
import type { ChosenFile } from '../../stores/application/choose-file.ts';
import { $passportPhoto } from '../../stores/application/passport-photo.ts';
import { Button } from '../ui/Button.tsx';
import { LazyFallback } from '../ui/lazy.tsx';
import { useAfterHydration, useClientStore } from '../ui/use-hydrated.ts';
import styles from './fields.module.css';
import { lazyPassport } from './lazy-passport.ts';
import type { PassportScanProps, ScanRequest } from './PassportScan.tsx';
import { usePart, useValue } from './part-context.tsx';
import { isFileReadPending } from './pending-files.ts';

const SCAN = 'file4';

export function PassportOffer() {
  const { t, locale, fill } = usePart();
  const scan = useAfterHydration(useValue<ChosenFile | null>(SCAN), null);
  const [request, setRequest] = useState<ScanRequest | null>(null);
  /** The next picture that is chosen is to be read. */
  const waits = useRef(false);
  const picture = scan?.blob;
  const hadPicture = useRef(false);

  useEffect(() => {
    // The draft may not have had the scan yet, so that it can't tell that it has gone.
    if (hadPicture.current && !picture) $passportPhoto.set(null);
    hadPicture.current = picture !== undefined;
    if (!picture || !waits.current) return;
    waits.current = false;
    setRequest({ picture, isNew: true });
  }, [picture]);

  const choose = () => {
    const input = document.getElementById(SCAN);
    waits.current = true;
    // Pressed before a chosen file was taken: it is read once it is.
    if (isFileReadPending()) return;
    input?.addEventListener('cancel', () => {
      waits.current = false;
    });
    input?.click();
  };
  if (!fill) return null;
  return (
    <div className={styles.scan}>
      <Button
        kind="quiet"
        aria-describedby={`${SCAN}-scan`}
        onClick={picture ? () => setRequest({ picture, isNew: false }) : choose}
      >
        {t('scan.offer')}
      </Button>
      <p className="field__hint" id={`${SCAN}-scan`}>
        {t('scan.about')}
      </p>
      {request && <Scan request={request} onChoose={choose} locale={locale} />}
      <PassportComparison part="passport" />
    </div>
  );
}

function Scan(props: PassportScanProps) {
  const module = lazyPassport.use();
  if (module) return <module.PassportScan {...props} />;
  return (
    <LazyFallback module={lazyPassport} locale={props.locale}>
      <output className="status-text">…</output>
    </LazyFallback>
  );
}

/** What of a part was filled in from the photo, and what differs from it. */
export function PassportComparison({ part }: { part: Part }) {
  const photo = useClientStore($passportPhoto, null);
  return photo && <Comparison part={part} />;
}

function Comparison({ part }: { part: Part }) {
  const module = lazyPassport.use();
  return module && <module.PartComparison part={part} />;
}
