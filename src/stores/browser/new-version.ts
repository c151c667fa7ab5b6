/**
 * A tab outlives the version of the portal that it was opened with. Rule: scripts of two versions never run in one page. Where
 * a script is gone, or the next page is of another version, the browser loads the page anew; the draft is saved on the way, as
 * whenever a page is left. Scripts stay for some days (functions/local/build.mjs), so that this is rare.
 */
import { BUILD_FILE, BUILD_META } from '../../domain/build-name.ts';
import { ports } from './ports.ts';
import { readTab, writeTab } from './storage.ts';

/** The build for which this tab was loaded anew, so that it happens once. */
const RELOADED_KEY = 'reloaded-for';
/** The same, until somebody has been told. */
const TOLD_KEY = 'reloaded-untold';

const buildOf = (page: Document) => page.querySelector<HTMLMetaElement>(`meta[name=${BUILD_META}]`)?.content;

let reloading = false;

/** True while the page is being loaded anew by itself: nobody is asked whether to leave it. */
export const isReloading = () => reloading;

/** True once, in a tab that was loaded anew by itself. */
export function takeReloaded(): boolean {
  const reloaded = readTab(TOLD_KEY) === true;
  if (reloaded) writeTab(TOLD_KEY, null);
  return reloaded;
}

/** What Astro's router says before it shows another page. */
interface Preparation extends Event {
  to: URL;
  navigationType: 'push' | 'replace' | 'traverse';
  newDocument: Document;
  loader: () => Promise<void>;
}

/** Looks out for another version, as long as this document lives. */
export function watchVersion(): void {
  // Vite says so wherever a script that is fetched later does not come.
  addEventListener('vite:preloadError', () => void reloadIfNew());
  document.addEventListener('astro:before-preparation', (event) => {
    const preparation = event as Preparation;
    const load = preparation.loader;
    preparation.loader = async () => {
      await load();
      const build = buildOf(preparation.newDocument);
      if (build && build !== buildOf(document)) await leaveFor(preparation);
    };
  });
}

/** Never resolves: the browser is on its way to the page. */
function leaveFor({ to, navigationType }: Preparation): Promise<never> {
  // After "back" the address is that of the other page already.
  if (navigationType === 'traverse') location.reload();
  else location[navigationType === 'replace' ? 'replace' : 'assign'](to.href);
  return new Promise(() => {});
}

async function reloadIfNew(): Promise<void> {
  const build = buildOf(document);
  const answer = await ports.fetch(BUILD_FILE, { cache: 'no-store' }).catch(() => null);
  const newest = answer?.ok ? (await answer.text()).trim() : build;
  if (!build || !newest || newest === build || readTab(RELOADED_KEY) === newest) return;
  writeTab(RELOADED_KEY, newest);
  writeTab(TOLD_KEY, true);
  reloading = true;
  ports.reload();
}
