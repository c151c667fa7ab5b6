/**
 * The rules of an application (domain/application/schema.ts), fetched right after a form opens: they are first needed when
 * a field is left, and nobody waits for them to begin to type.
 */

type Rules = typeof import('../../domain/application/schema.ts');

let rules: Rules | null = null;
let loading: Promise<boolean> | undefined;

/** Fetches the rules. @returns false when they could not be fetched; the next call tries again */
export function loadRules(): Promise<boolean> {
  loading ??= import('../../domain/application/schema.ts').then(
    (loaded) => {
      rules = loaded;
      return true;
    },
    () => {
      loading = undefined;
      return false;
    },
  );
  return loading;
}

/** The rules; null until they are there. */
export function loadedRules(): Rules | null {
  return rules;
}
