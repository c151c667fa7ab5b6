/** Runs first in pages opened by links, before anything is fetched from there: see stores/browser/link-key.ts. */
import { isInApp, takeLinkKey } from '../../stores/browser/link-key.ts';

takeLinkKey();
if (isInApp()) document.documentElement.dataset.inApp = '';
