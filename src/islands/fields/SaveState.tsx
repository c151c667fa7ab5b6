/** Whether answers are saved on this device, beside a part's save button. */
import { writtenTime } from '../../domain/i18n/dates.ts';
import type { DeviceState } from '../../stores/device/device-state.ts';
import { useText } from '../ui/hooks.ts';

interface SaveStateProps extends Pick<DeviceState, 'saveState' | 'savedAt'> {
  /** The text about a fault; empty without one. */
  fault: string | false | null;
}

export function SaveState({ saveState, savedAt, fault }: SaveStateProps) {
  const t = useText('application');
  const saved = savedAt && saveState !== 'idle' ? t('draft.notSent', { time: writtenTime(savedAt) }) : t('draft.idle');
  return (
    <p className="draft-state" data-state={fault ? 'failed' : saveState}>
      <span>{!fault && saved}</span>
      {/* Only a fault is announced. */}
      <output>{fault}</output>
    </p>
  );
}
