/** A button that sends a request after a question. The question's script is loaded by the first press. */
import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { LazyFallback, lazyModule } from '../ui/lazy.tsx';
import type { QuestionProps } from './Question.tsx';

interface AskProps extends Omit<QuestionProps, 'open' | 'onClose'> {
  label: string;
}

/** The same element for another request keeps the focus on the button. */
export function Ask({ label, ...question }: AskProps) {
  // Null before the first press.
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <div className="no-print">
      <Button kind="link" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {(open !== null || question.request) && (
        <LazyQuestion {...question} open={!!open} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}

const lazyQuestion = lazyModule(() => import('./Question.tsx'));

function LazyQuestion(props: QuestionProps) {
  const loaded = lazyQuestion.use();
  return loaded ? <loaded.Question {...props} /> : <LazyFallback locale={props.locale} module={lazyQuestion} />;
}
