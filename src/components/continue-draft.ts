/** Shows ContinueDraft.astro until the draft expires, with its progress: before it is painted, and when its page is shown again. */
import { DRAFT_MARKER_KEY } from '../domain/application/steps.ts';

const link = (document.currentScript as Element).previousElementSibling as HTMLElement;
const { textContent } = link;
const show = () => {
  try {
    const marker = localStorage[DRAFT_MARKER_KEY].split(' ');
    // A marker of an older portal has a word in place of the time, and counts as valid.
    link.hidden = Date.now() > marker[0];
    const parts = marker[2] ? (link.dataset.parts as string).replace(/[12]/g, (at) => marker[at]) : '';
    link.textContent = textContent + parts;
  } catch {
    // There is no draft, or storage is refused.
    link.hidden = true;
  }
};
show();
addEventListener('pageshow', show);
