/** A button that makes a file and hands it over to the device. */
import { useState } from 'react';
import { Button } from './Button.tsx';
import type { Elements } from './elements.ts';
import { StatusText } from './Loading.tsx';

interface HandOverButtonProps {
  kind: 'quiet' | 'link';
  /** Makes the file; null if there is nothing to write. */
  make: () => Promise<File | null>;
  wordsOf: (phase: 'started' | 'failed' | 'none') => string;
  busyLabel?: string;
  /** Whether the file's content is stored in this browser only. */
  isDeviceOnly?: boolean;
  children: Elements;
}

export function HandOverButton({ kind, make, wordsOf, busyLabel, isDeviceOnly, children }: HandOverButtonProps) {
  const [phase, setPhase] = useState<'idle' | 'busy' | 'started' | 'failed' | 'none'>('idle');
  const press = async () => {
    setPhase('busy');
    try {
      const [file, { handOver }] = await Promise.all([make(), import('./hand-over.ts')]);
      if (!file) return setPhase('none');
      setPhase((await handOver(file, isDeviceOnly)) ? 'started' : 'idle');
    } catch {
      setPhase('failed');
    }
  };
  return (
    <>
      <Button kind={kind} busy={phase === 'busy'} busyLabel={busyLabel} onClick={() => void press()}>
        {children}
      </Button>
      <StatusText>{phase !== 'idle' && phase !== 'busy' && wordsOf(phase)}</StatusText>
    </>
  );
}
