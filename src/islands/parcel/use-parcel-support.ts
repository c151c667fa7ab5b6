/** Whether the host supports parcels, for an offer that is prerendered against a layout shift. */
import { useEffect, useState } from 'react';
import { whenIdle } from '../../stores/browser/when-idle.ts';

/**
 * True until the host is known not to support them. If the script that asks can't be loaded, it stays true: what follows the offer
 * loads its own, and shows the error. @param asks whether the host is asked
 */
export function useParcelSupport(asks = () => true): boolean {
  const [supported, setSupported] = useState(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once.
  useEffect(() => {
    if (!asks()) return;
    const ask = async () => {
      const { supportsParcels } = await import('../../stores/parcel/supports-parcels.ts');
      setSupported(await supportsParcels());
    };
    whenIdle(() => void ask().catch(() => undefined));
  }, []);
  return supported;
}
