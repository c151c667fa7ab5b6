/**
 * Scripts that are inline in pages, bundled and minified by build/inline-scripts.ts. Rule: each is the same on every page, byte
 * for byte, since the content security policy lists them by hash (build/security-headers.ts).
 */
export { default as earlyFormScript } from './inline/early-form.ts?inline-script';
export { default as headScript } from './inline/head.ts?inline-script';
export { default as linkSecretScript } from './inline/link-secret.ts?inline-script';
export { default as profileGuardScript } from './inline/profile-guard.ts?inline-script';
export { default as routedHeadScript } from './inline/routed-head.ts?inline-script';

const OLD_BROWSER_ROUTE = '/old-browser';

/**
 * Of pages with islands: leads a browser that is older than those of content/browsers.ts to the page that names them. It is
 * written for any browser, so that it is not bundled. What it asks for came with the oldest that are served, or shortly before.
 */
export const oldBrowserScript = `(function(){try{
if([].findLast&&CSS.supports('color','color-mix(in srgb,red,red)')&&new RegExp('(?<=a)b'))return
}catch(e){}
location.replace('/'+document.documentElement.lang+'${OLD_BROWSER_ROUTE}')})()`.replace(/\n/g, '');
