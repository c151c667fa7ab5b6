/**
 * Modules that are loaded when needed. A network error never breaks the page: the import is retried, then {@link LazyFallback}
 * reports it.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { Button } from './Button.tsx';
import type { Elements } from './elements.ts';
import { useText } from './hooks.ts';
import { Notice } from './Notice.tsx';

const RETRY_DELAY_MS = 2000;
/** Automatic attempts; the next one needs a press, or the return of the network. */
const MAX_ATTEMPTS = 3;

interface LazyModule<Module> {
  /** Starts the import; further calls change nothing. Resolves when the first attempt has succeeded or failed. */
  load: () => Promise<void>;
  /** The module, null until it is loaded; the component renders then. */
  use: () => Module | null;
  /** What is missing once the last automatic attempt has failed; null before. */
  useFault: () => LazyFault | null;
}

/** The loader of texts has retried already (AggregateError), so that they fail at once. */
type LazyFault = 'module' | 'words';

/** @param importModule returns null if the page does not need the module */
export function lazyModule<Module>(importModule: () => Promise<Module | null>): LazyModule<Module> {
  let module: Module | null = null;
  let loading: Promise<void> | null = null;
  let attempts = 0;
  let missing: LazyFault = 'module';
  const listeners = new Set<() => void>();
  const hasFailed = () => attempts >= MAX_ATTEMPTS;
  const notify = () => {
    for (const listener of listeners) listener();
  };

  const load = () => {
    loading ??= attempt();
    return loading;
  };
  const attempt = async () => {
    if (hasFailed()) {
      attempts = 0;
      notify();
    }
    try {
      module = await importModule();
      attempts = 0;
    } catch (error) {
      loading = null;
      missing = error instanceof AggregateError ? 'words' : 'module';
      attempts = missing === 'words' ? MAX_ATTEMPTS : attempts + 1;
      if (!hasFailed()) return void setTimeout(load, RETRY_DELAY_MS);
      addEventListener('online', load, { once: true });
    }
    notify();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const use = () => {
    useEffect(() => void load(), []);
    return useSyncExternalStore(
      subscribe,
      () => module,
      () => null,
    );
  };
  const fault = () => (hasFailed() ? missing : null);
  return { load, use, useFault: () => useSyncExternalStore(subscribe, fault, () => null) };
}

interface LazyFallbackProps {
  module: Pick<LazyModule<unknown>, 'load' | 'useFault'>;
  /** Shown while loading. */
  children?: Elements;
}

interface LazyProps<Module> {
  module: LazyModule<Module>;
  /** Shown while loading. */
  loading?: Elements;
  children: (module: Module) => Elements;
}

/** Renders with a module, which it loads; until then {@link LazyFallback}. */
export function Lazy<Module>({ module, loading, children }: LazyProps<Module>) {
  const loaded = module.use();
  return loaded ? children(loaded) : <LazyFallback module={module}>{loading}</LazyFallback>;
}

/** Stands in for a module's component: while it loads, and with the error and a retry button once that has failed. */
export function LazyFallback({ module, children }: LazyFallbackProps) {
  const forms = useText('forms');
  const fault = module.useFault();
  if (fault === null) return children;
  const t = (name: 'title' | 'text' | 'action') =>
    forms(fault === 'words' ? `missingWords.${name}` : `refusals.no_answer.${name}`);
  return (
    <Notice
      tone="error"
      title={t('title')}
      action={
        <Button kind="quiet" onClick={module.load}>
          {t('action')}
        </Button>
      }
      text={t('text')}
    />
  );
}
