/** Lazy-loaded modules. Rule: a network error never breaks the page; the import is retried, then {@link LazyFallback} reports it. */
import { useEffect, useSyncExternalStore } from 'react';
import { Button } from './Button.tsx';
import type { Elements } from './elements.ts';
import { useText } from './hooks.ts';
import { Notice } from './Notice.tsx';

const RETRY_DELAY_MS = 2000;
/** Automatic attempts; the next one requires a press or the network's return. */
const MAX_ATTEMPTS = 3;

interface LazyModule<Module> {
  /** Starts the import. Idempotent. Resolves when the first attempt has succeeded or failed. */
  load: () => Promise<void>;
  /** The module; null until it is loaded. Renders then. */
  use: () => Module | null;
  /** What is missing after the last automatic attempt has failed; null before. */
  useFault: () => LazyFault | null;
}

/** Texts were already retried by their loader (AggregateError), so they fail at once. */
type LazyFault = 'module' | 'words';

/** @param importModule returns null if the page is to have none */
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

/** Renders with a module, which it loads; {@link LazyFallback} before. */
export function Lazy<Module>({ module, loading, children }: LazyProps<Module>) {
  const loaded = module.use();
  return loaded ? children(loaded) : <LazyFallback module={module}>{loading}</LazyFallback>;
}

/** Replaces a module's component: shown while it loads; the error and a retry button once it has failed. */
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
