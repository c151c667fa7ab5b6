/**
 * Calls `action` whenever the page is being hidden or left, more than once on the way.
 * @returns calls it off
 */
export function whenLeft(action: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const look = () => {
    if (document.visibilityState === 'hidden') action();
  };
  document.addEventListener('visibilitychange', look, { signal });
  // Safari gives the database no time any more once a page is being hidden for good.
  addEventListener('beforeunload', action, { signal });
  addEventListener('pagehide', action, { signal });
  return () => listening.abort();
}
