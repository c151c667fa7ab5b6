/** Runs before DraftOffer.astro is painted: shows it until the device's draft expires, with the progress of its marker. */
import { DRAFT_MARKER_KEY } from '../domain/application/steps.ts';

try {
  const offer = (document.currentScript as Element).previousElementSibling as HTMLElement;
  const marker = localStorage[DRAFT_MARKER_KEY].split(' ');
  // A marker of an older portal has a word in place of the end, and counts as valid.
  offer.hidden = Date.now() > marker[0];
  if (marker[2]) offer.append((offer.dataset.parts as string).replace(/[12]/g, (at) => marker[at]));
} catch {
  // No draft, or refused storage.
}
