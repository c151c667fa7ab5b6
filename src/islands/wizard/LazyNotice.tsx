/** The notices of DraftNotices.tsx, whose script is loaded when one is needed. */
import { LOCALES } from '../../domain/i18n/locales.ts';
import { loadWords } from '../../stores/page-text.ts';
import type { Elements } from '../ui/elements.ts';
import { Lazy, lazyModule } from '../ui/lazy.tsx';
import { withNoticeWords } from './notice-words.ts';

const lazyNotices = lazyModule(async () => (await withNoticeWords(import('./DraftNotices.tsx'))).draftNotices);

type Notices = typeof import('./DraftNotices.tsx').draftNotices;

export function LazyNotice({ show }: { show: (notices: Notices) => Elements }) {
  return <Lazy module={lazyNotices}>{show}</Lazy>;
}

const lazyDamage = lazyModule(async () => {
  // The notices name fields of any part, but the page has only the labels of its own.
  const [notices] = await Promise.all([withNoticeWords(import('./DraftNotices.tsx')), loadWords(LOCALES, ['forms'])]);
  return notices.draftNotices;
});

export function LazyDamage() {
  return <Lazy module={lazyDamage}>{({ DamageNotices }) => <DamageNotices />}</Lazy>;
}

/** Help for an error boundary. */
export function LazyRescue() {
  return <LazyNotice show={({ DraftRescue }) => <DraftRescue />} />;
}
