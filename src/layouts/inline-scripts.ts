/** Inline scripts. Rule: each is identical on every page, since the security policy lists its hash. */
export { default as earlyFormScript } from './inline/early-form.ts?inline-script';
export { default as headScript } from './inline/head.ts?inline-script';
export { default as linkSecretScript } from './inline/link-secret.ts?inline-script';
export { default as profileGuardScript } from './inline/profile-guard.ts?inline-script';
export { default as routedHeadScript } from './inline/routed-head.ts?inline-script';

const OLD_BROWSER_ROUTE = '/old-browser';

/**
 * For pages with islands: sends browsers older than content/browsers.ts to the page that names them. Written for any browser,
 * so not bundled. The features it tests came with the oldest supported ones, or shortly before.
 */
export const oldBrowserScript = `(function(){try{
if([].findLast&&CSS.supports('color','color-mix(in srgb,red,red)')&&new RegExp('(?<=a)b'))return
}catch(e){}
location.replace('/'+document.documentElement.lang+'${OLD_BROWSER_ROUTE}')})()`.replace(/\n/g, '');
