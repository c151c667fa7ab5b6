/** A link with the ways to share it: copy, share, photograph. */
import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import type { Elements } from '../ui/elements.ts';
import { isFocusAvailable } from '../ui/focus.ts';
import { useHydrated, useText } from '../ui/hooks.ts';
import { StatusText } from '../ui/Loading.tsx';
import { lazyModule } from '../ui/lazy.tsx';
import { useCopy } from '../ui/use-copy.ts';
import styles from './parcel.module.css';

interface LinkActionsProps {
  address: string;
  /** The title that the other program shows beside the link. */
  title: string;
}

export function LinkActions({ address, title }: LinkActionsProps) {
  const t = useText('parcel');
  const link = useRef<HTMLInputElement>(null);
  const { result, copy, setCopied } = useCopy(link);
  const canShare = useHydrated() && typeof navigator.share === 'function';
  const share = () =>
    navigator.share({ title, url: address }).catch((error: Error) => {
      // AbortError: the visitor has cancelled sharing.
      if (error.name === 'AbortError') return;
      link.current?.focus();
      setCopied(false);
    });
  return (
    <>
      <QrCode address={address} label={t('common.qr')} />
      <label className={`field ${styles.wide}`}>
        <span className="label">{t('common.link')}</span>
        <input
          className={`control ${styles.link}`}
          translate="no"
          readOnly
          ref={link}
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <div className={styles.actions}>
        <Button onClick={copy}>{t('common.copy')}</Button>
        {canShare && (
          <Button kind="quiet" onClick={() => void share()}>
            {t('common.share')}
          </Button>
        )}
      </div>
      <StatusText>
        {result && <span key={result.press}>{t(result.isCopied ? 'common.copied' : 'common.notCopied')}</span>}
      </StatusText>
    </>
  );
}

const lazyQr = lazyModule(() => import('../../domain/application/visa-qr.ts'));

/**
 * Drawn on the device, so that no service receives the link. Black on white in every colour scheme, since cameras read nothing
 * else.
 */
function QrCode({ address, label }: { address: string; label: string }) {
  const qr = lazyQr.use();
  if (!qr) return <div className={styles.qr} />;
  const { size, path } = qr.qrPath(address);
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

/** One line of the overview for making a link; its explanation opens on request, and stays open while there is a link. */
interface LinkDisclosureProps {
  id: string;
  title: string;
  isActive: boolean;
  children: Elements;
}

export function LinkDisclosure({ id, title, isActive, children }: LinkDisclosureProps) {
  const [isOpen, setOpen] = useState(false);
  // Rendered after the page was loaded, so that a link to it could not scroll to it.
  useEffect(() => {
    if (location.hash !== `#${id}`) return;
    setOpen(true);
    if (isFocusAvailable()) document.getElementById(id)?.focus();
  }, [id]);
  const isShown = isOpen || isActive;
  return (
    <section className={styles.linkLine} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        <button type="button" className="text-button" aria-expanded={isShown} onClick={() => setOpen(!isOpen)}>
          {title}
        </button>
      </h2>
      {isShown && children}
    </section>
  );
}
