/** The QR code of a link, drawn on the device: no service receives the link. */
import { lazyModule } from '../ui/lazy.tsx';
import styles from './parcel.module.css';

const lazyQr = lazyModule(() => import('../../domain/application/visa-qr.ts'));

/** Black on white in every colour scheme, since cameras read no other. The link is beside it as an alternative. */
export function QrCode({ address, label }: { address: string; label: string }) {
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
