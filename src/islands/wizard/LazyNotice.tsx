/** The notices of DraftNotices.tsx, whose script is loaded when one is needed. */
import type { Elements } from '../ui/elements.ts';
import { Lazy, lazyModule } from '../ui/lazy.tsx';
import { withNoticeWords } from './notice-words.ts';

const lazyNotices = lazyModule(async () => (await withNoticeWords(import('./DraftNotices.tsx'))).draftNotices);

type Notices = typeof import('./DraftNotices.tsx').draftNotices;

export function LazyNotice({ show }: { show: (notices: Notices) => Elements }) {
  return <Lazy module={lazyNotices}>{show}</Lazy>;
}

/** For an error boundary. */
export function LazyRescue() {
  return <LazyNotice show={({ DraftRescue }) => <DraftRescue />} />;
}
