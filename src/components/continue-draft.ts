/** Shows ContinueDraft.astro until the draft expires, with its progress: before it is painted, and when its page is shown again. */
import { DRAFT_MARKER_KEY } from '../domain/application/steps.ts';

const offer = (document.currentScript as Element).previousElementSibling as HTMLElement;
const { textContent } = offer;
const show = () => {
  try {
    const marker = localStorage[DRAFT_MARKER_KEY].split(' ');
    // A marker of an older portal has a word in place of the end, and counts as valid.
    offer.hidden = Date.now() > marker[0];
    const parts = marker[2] ? (offer.dataset.parts as string).replace(/[12]/g, (at) => marker[at]) : '';
    offer.textContent = textContent + parts;
  } catch {
    // No draft, or refused storage.
    offer.hidden = true;
  }
};
show();
addEventListener('pageshow', show);
