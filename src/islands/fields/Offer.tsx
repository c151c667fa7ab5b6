/** What the portal thinks was meant, one press each to take it; never taken by itself. */
import { useState } from 'react';
import { usePart } from './part-context.ts';

/** Offers for the field at `path`: `offer` shows them, `take` puts one into the field and the focus back on it. */
export function useOffer(path: string) {
  const { form, changed, leave } = usePart();
  const [offers, offer] = useState<readonly string[]>([]);
  const take = (value: string) => {
    form.setValue(path, value);
    changed(path);
    offer([]);
    leave(path);
    document.getElementById(path)?.focus();
  };
  return { offers, offer, take };
}

export function Offer({ offers, onTake }: { offers: readonly string[]; onTake: (value: string) => void }) {
  const { t } = usePart();
  return offers.map((value) => (
    <button type="button" className="text-button field-aside" key={value} onClick={() => onTake(value)}>
      {t('offer', { value })}
    </button>
  ));
}
