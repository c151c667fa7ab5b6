/** Runs before DraftOffer.astro is painted: shows it if the device holds a draft, with the progress of its marker. */
import { DRAFT_MARKER_KEY } from '../domain/application/steps.ts';

try {
  const offer = document.currentScript?.previousElementSibling as HTMLElement;
  const [marker, ...numbers] = localStorage[DRAFT_MARKER_KEY].split(' ');
  offer.hidden = !marker;
  if (numbers[1]) offer.append((offer.dataset.parts as string).replace(/[01]/g, (at) => numbers[+at]));
} catch {
  // No draft, or refused storage.
}
