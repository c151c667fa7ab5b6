/** The locales as alternatives of a regular expression; the build puts them in (build/inline-scripts.ts). */
declare const LANGUAGES: string;

/** A language at the start of a text, the prefix of a path, and a cookie: written as literals, which are shorter. */
declare const LANGUAGE: RegExp;
declare const LANGUAGE_PREFIX: RegExp;
declare const LANGUAGE_COOKIE: RegExp;

/** The language when nothing else is known. */
declare const DEFAULT_LANGUAGE: string;

interface Window {
  trustedTypes?: { defaultPolicy?: unknown; createPolicy(name: string, rules: Partial<TrustedTypeRules>): unknown };
  /** What was typed before the form was hydrated (early-form.ts). */
  earlyForm?: { typed: Map<Element, string> };
  /** The buttons that were pressed before their islands were hydrated (routed-head.ts). */
  earlyPresses?: HTMLButtonElement[];
  /** The secret of a parcel's link (link-secret.ts). */
  linkSecret?: string;
}

interface TrustedTypeRules {
  createHTML(text: string, type: string, sink: string): string | null;
  createScript(text: string): string | null;
  createScriptURL(url: string): string | null;
}

declare module '*?inline-script' {
  /** The text of a classic script. */
  const script: string;
  export default script;
}
