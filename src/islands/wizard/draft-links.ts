/** Ends the links that are stored with a draft. The script is loaded only if there are links. */
import type { CallRefusal } from '../../stores/api/request.ts';
import { $draft } from '../../stores/application/draft.ts';

/** Null without links. */
function loadLinks() {
  const { company, move } = $draft.get();
  return company !== null || move?.movedAt === null ? import('../../stores/parcel/end-link.ts') : null;
}

export const draftLinks = {
  /** Called before the draft is deleted. @returns why a link still works; null if all have ended */
  async cancel(): Promise<CallRefusal | null> {
    const loading = loadLinks();
    const links = await loading?.catch(() => null);
    return loading && !links ? { code: 'no_answer' } : (links?.endDraftLinks($draft.get(), 'cancelled') ?? null);
  },
  /**
   * Called before sending.
   * @returns a function to call once the application has arrived: notifies the other devices while the page is open
   */
  prepareEnd(): () => Promise<void> {
    const { company, move } = $draft.get();
    // Without that script the links expire.
    const loading = loadLinks()?.catch(() => null);
    return async () => (await loading)?.retryEndDraftLinks({ company, move }, 'taken');
  },
};
