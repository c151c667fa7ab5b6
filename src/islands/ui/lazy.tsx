/**
 * A part of the page that is fetched when it is first needed, or a moment before. Rule: a line that breaks never breaks the
 * page; the part is tried again, then told of at its place (ui/WaitForPart.tsx).
 */
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { textOf } from '../../stores/page-text.ts';
import { Button } from './Button.tsx';

import { Notice } from './Notice.tsx';

const TRY_AGAIN_MS = 2000;
/** So many tries by itself; then somebody has to ask for another, or the network comes back. */
const TRIES = 3;

export interface Later<Part> {
  /** Begins to fetch; safe to call often. Resolves when the first try has ended, well or not. */
  fetch: () => Promise<void>;
  /** The part; null until it is there. Renders when it comes. */
  use: () => Part | null;
  /** True where it could not be fetched. */
  useFailed: () => boolean;
}

export function later<Part>(load: () => Promise<Part>): Later<Part> {
  let part: Part | null = null;
  let loading: Promise<void> | null = null;
  let tries = 0;
  const listeners = new Set<() => void>();
  const hasFailed = () => tries >= TRIES;
  const tellAll = () => {
    for (const tell of listeners) tell();
  };

  const fetch = () => {
    loading ??= ask();
    return loading;
  };
  const ask = async () => {
    if (hasFailed()) {
      tries = 0;
      tellAll();
    }
    try {
      part = await load();
      tries = 0;
    } catch {
      loading = null;
      tries += 1;
      if (!hasFailed()) return void setTimeout(fetch, TRY_AGAIN_MS);
      addEventListener('online', fetch, { once: true });
    }
    tellAll();
  };
  const listen = (tell: () => void) => {
    listeners.add(tell);
    return () => void listeners.delete(tell);
  };
  const use = () => {
    useEffect(() => void fetch(), []);
    return useSyncExternalStore(
      listen,
      () => part,
      () => null,
    );
  };
  return { fetch, use, useFailed: () => useSyncExternalStore(listen, hasFailed, () => false) };
}

/** Calls `action` when the browser has nothing more urgent to do. */
export function whenIdle(action: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(action, { timeout: 3000 });
  else setTimeout(action, 500);
}

/** What stands in the place of a part that is being fetched; where it can't be had: why, and another try. */
export interface WaitForPartProps {
  locale: Locale;
  part: Pick<Later<unknown>, 'fetch' | 'useFailed'>;
  /** Shown while it is on its way. */
  children?: ReactNode;
}

export function WaitForPart({ locale, part, children }: WaitForPartProps) {
  const t = textOf(locale, 'forms');
  if (!part.useFailed()) return children;
  return (
    <Notice
      tone="error"
      title={t('problems.no_answer.title')}
      action={
        <Button kind="quiet" onClick={part.fetch}>
          {t('problems.no_answer.action')}
        </Button>
      }
    >
      <p>{t('problems.no_answer.text')}</p>
    </Notice>
  );
}
