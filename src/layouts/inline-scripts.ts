/**
 * Scripts that are inline in pages, bundled and minified by build/inline-scripts.ts. Rule: each is the same on every page, byte
 * for byte, since the content security policy lists them by hash (build/security-headers.ts).
 */
export { default as earlyFormScript } from './inline/early-form.ts?inline-script';
export { default as headScript } from './inline/head.ts?inline-script';
export { default as linkSecretScript } from './inline/link-secret.ts?inline-script';
export { default as profileGuardScript } from './inline/profile-guard.ts?inline-script';
export { default as routedHeadScript } from './inline/routed-head.ts?inline-script';
