import earlyForm from './inline/early-form.ts?inline-script';
import head from './inline/head.ts?inline-script';
import linkSecret from './inline/link-secret.ts?inline-script';
import profileGuard from './inline/profile-guard.ts?inline-script';
import routedHead from './inline/routed-head.ts?inline-script';

const OLD_BROWSER_ROUTE = '/old-browser';

/**
 * For pages with islands: sends browsers older than content/browsers.ts to the page that names them. Written for any browser,
 * so not bundled. The features it tests came with the oldest supported ones, or shortly before.
 */
const oldBrowser = `(function(){try{
if([].findLast&&CSS.supports('color','color-mix(in srgb,red,red)')&&new RegExp('(?<=a)b'))return
}catch(e){}
location.replace('/'+document.documentElement.lang+'${OLD_BROWSER_ROUTE}')})()`.replace(/\n/g, '');

/** The inline scripts. Each is identical on every page, since the security policy lists its hash. */
export const inlineScripts = { earlyForm, head, linkSecret, profileGuard, routedHead, oldBrowser };
