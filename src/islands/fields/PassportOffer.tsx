/**
 * "Fill in from the photo": the offer beside a passport's scan, and the place where what was read is compared. Both show
 * nothing more until somebody presses the button; the reader and its words are fetched then.
 */
import { useEffect, useRef, useState } from 'react';
import type { Part } from '../../domain/application/fields.ts';
import type { PassportHolder } from '../../domain/passport/holders.ts';
import { photoOf, photosChanged, setPhoto } from '../../stores/application/passport-photo.ts';
import { type ChosenFile, isChosenFile } from '../../stores/device/form-values.ts';
import { Button } from '../ui/Button.tsx';
import { LazyFallback } from '../ui/lazy.tsx';
import { useAfterHydration } from '../ui/use-hydrated.ts';
import styles from './fields.module.css';
import { lazyPassport } from './lazy-passport.ts';
import type { ComparisonProps } from './PassportComparison.tsx';
import type { PassportScanProps, ScanRequest } from './PassportScan.tsx';
import { usePart, usePassportPhoto, useValue } from './part-context.tsx';
import { isFileReadPending } from './pending-files.ts';

interface HolderProps {
  /** The part whose fields are compared; null for a card, which has all of them. */
  part: Part | null;
  holder: PassportHolder;
}

export function PassportOffer({ part, holder }: HolderProps) {
  const { t, locale, fill } = usePart();
  const scan = useAfterHydration(useValue<ChosenFile | null>(holder.scan), null);
  const [request, setRequest] = useState<ScanRequest | null>(null);
  /** The next picture that is chosen is to be read. */
  const waits = useRef(false);
  const picture = isChosenFile(scan) ? scan.blob : undefined;
  const before = useRef<{ path: string; picture: Blob | undefined }>(undefined);

  useEffect(() => {
    // The scan of another card is none that was chosen in place of this one.
    const earlier = before.current?.path === holder.scan ? photoOf(before.current.picture ?? null) : null;
    // What another scan has filled in is still to be compared.
    if (earlier && picture && !photoOf(picture)) setPhoto(picture, earlier);
    else if (earlier && !picture) photosChanged();
    before.current = { path: holder.scan, picture };
    if (!picture || !waits.current) return;
    waits.current = false;
    setRequest({ picture, isNew: true });
  }, [picture, holder.scan]);

  const choose = () => {
    const input = document.getElementById(holder.scan);
    waits.current = true;
    // Pressed before a chosen file was taken: it is read once it is.
    if (isFileReadPending()) return;
    input?.addEventListener('cancel', () => {
      waits.current = false;
    });
    input?.click();
  };
  if (!fill) return null;
  const about = `${holder.scan}-scan`;
  return (
    <div className={styles.scan}>
      <Button
        kind="quiet"
        aria-describedby={about}
        onClick={picture ? () => setRequest({ picture, isNew: false }) : choose}
      >
        {t('scan.offer')}
      </Button>
      <p className="field__hint" id={about}>
        {t('scan.about')}
      </p>
      {request && <Scan request={request} holder={holder} onChoose={choose} locale={locale} />}
      <PassportComparison part={part} holder={holder} />
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
export function PassportComparison({ part, holder }: HolderProps) {
  const photo = usePassportPhoto(holder);
  return photo && <Comparison part={part} holder={holder} photo={photo} />;
}

function Comparison(props: ComparisonProps) {
  const { locale } = usePart();
  const module = lazyPassport.use();
  return module ? <module.PartComparison {...props} /> : <LazyFallback module={lazyPassport} locale={locale} />;
}
