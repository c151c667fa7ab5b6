/** One line of the overview that offers a link; its explanation opens on request, and stays open while there is a link. */
import { useEffect, useState } from 'react';
import type { Elements } from '../ui/elements.ts';
import { isFocusAvailable } from '../ui/focus-field.ts';
import styles from './parcel.module.css';

export interface LinkOfferProps {
  id: string;
  title: string;
  isActive: boolean;
  children: Elements;
}

export function LinkOffer({ id, title, isActive, children }: LinkOfferProps) {
  const [isOpen, setOpen] = useState(false);
  // The offer is rendered after the page is loaded: a link to it has scrolled nowhere by then.
  useEffect(() => {
    if (location.hash !== `#${id}`) return;
    setOpen(true);
    if (isFocusAvailable()) document.getElementById(id)?.focus();
  }, [id]);
  const isShown = isOpen || isActive;
  return (
    <section className={styles.offer} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        <button type="button" className="text-button" aria-expanded={isShown} onClick={() => setOpen(!isOpen)}>
          {title}
        </button>
      </h2>
      {isShown && children}
    </section>
  );
}
