/** Ends the links that lie beside a draft with it, unless the draft has moved by one. The script is loaded only for these. */
import type { ApiError } from '../../stores/api/request.ts';
import { $draft } from '../../stores/application/draft.ts';

const hasLinks = () => $draft.get().company !== null || $draft.get().move?.hasArrived === false;

async function loadLinks() {
  const [ends, { draftSender }] = await Promise.all([
    import('../../stores/parcel/end-link.ts'),
    import('../../stores/parcel/draft-sender.ts'),
  ]);
  // A company's link that went with the draft is the other device's.
  return { ...ends, hasMoved: await draftSender.hasArrived() };
}

/** Called before the draft is deleted. @returns why a link still works; null if all have ended */
export async function cancelDraftLinks(): Promise<ApiError | null> {
  if (!hasLinks()) return null;
  const links = await loadLinks().catch(() => null);
  if (!links) return { code: 'no_answer' };
  return links.hasMoved ? null : links.endDraftLinks($draft.get(), 'cancelled');
}

/** Called before sending. @returns a function to call after arrival: notifies the other sides, while the page is open */
export function prepareDraftLinksEnd(): () => Promise<void> {
  const { company, move } = $draft.get();
  // Without the script the links expire.
  const loading = hasLinks() ? loadLinks().catch(() => null) : null;
  return async () => {
    const links = await loading;
    if (links && !links.hasMoved) await links.retryEndDraftLinks({ company, move }, 'taken');
  };
}
