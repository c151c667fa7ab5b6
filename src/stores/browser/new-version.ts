/** Keeps scripts of two versions out of one page: the page reloads when the build differs or a script is gone. */
import { BUILD_FILE, BUILD_META } from '../../domain/build-name.ts';
import { ports } from './ports.ts';
import { readTab, writeTab } from './storage.ts';

/** The build for which this tab was reloaded, so that it reloads only once. */
const RELOADED_KEY = 'reloaded-for';
/** The same build, until the visitor has seen a notice about the reload. */
const NOTICE_KEY = 'reloaded-untold';

const buildOf = (page: Document) => page.querySelector<HTMLMetaElement>(`meta[name=${BUILD_META}]`)?.content;

let reloading = false;

/** True while the page reloads by itself: it must not ask whether to leave. */
export const isReloading = () => reloading;

/** True once after an automatic reload of this tab. */
export function takeReloadNotice(): boolean {
  const reloaded = readTab(NOTICE_KEY) === true;
  if (reloaded) writeTab(NOTICE_KEY, null);
  return reloaded;
}

export function watchVersion(): void {
  // Vite's event for a dynamic import that failed.
  addEventListener('vite:preloadError', () => void reloadIfNew());
  document.addEventListener('astro:before-preparation', (event) => {
    const load = event.loader;
    event.loader = async () => {
      await load();
      const build = buildOf(event.newDocument);
      if (build && build !== buildOf(document)) await navigateTo(event);
    };
  });
}

/** Never resolves: the browser is navigating. */
function navigateTo({ to, navigationType }: DocumentEventMap['astro:before-preparation']): Promise<never> {
  // After "back" the URL is already the other page's.
  if (navigationType === 'traverse') ports.reload();
  else location[navigationType === 'replace' ? 'replace' : 'assign'](to.href);
  return new Promise(() => {});
}

async function reloadIfNew(): Promise<void> {
  const build = buildOf(document);
  const response = await ports.fetch(BUILD_FILE, { cache: 'no-store' }).catch(() => null);
  const newest = response?.ok ? (await response.text()).trim() : build;
  if (!build || !newest || newest === build || readTab(RELOADED_KEY) === newest) return;
  writeTab(RELOADED_KEY, newest);
  writeTab(NOTICE_KEY, true);
  reloading = true;
  ports.reload();
}
