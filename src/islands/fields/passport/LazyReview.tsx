import { LazyFallback } from '../../ui/lazy.tsx';
import { lazyPassportReview } from './lazy-passport.ts';
import { OPEN_QUESTION } from './open-questions.ts';
import type { PassportReviewProps } from './PassportReview.tsx';

/**
 * The questions of the review page.
 * @param mustAnswer until they are loaded they count as unanswered, so that nothing is sent without them
 */
export function LazyReview({ mustAnswer, ...props }: PassportReviewProps & { mustAnswer: boolean }) {
  const loaded = lazyPassportReview.use();
  if (loaded) return <loaded.PassportReview {...props} />;
  return (
    <div {...{ [OPEN_QUESTION]: mustAnswer ? '' : undefined }}>
      <LazyFallback module={lazyPassportReview} />
    </div>
  );
}
