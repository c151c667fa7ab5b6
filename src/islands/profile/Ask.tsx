/** A button that asks the host for something after a question. The question's script comes with the first press. */
import { useState } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import { Button } from '../ui/Button.tsx';
import { LazyFallback, lazyModule } from '../ui/lazy.tsx';
import type { QuestionProps } from './Question.tsx';

interface AskProps extends Pick<QuestionProps, 'id'> {
  locale: Locale;
  label: string;
}

/** The same element for another request keeps the focus on the button. */
export function Ask({ locale, id, label }: AskProps) {
  const [pressed, setPressed] = useState(false);
  const [open, setOpen] = useState(false);
  const press = () => {
    setPressed(true);
    setOpen(true);
  };
  return (
    <div className="no-print">
      <Button kind="link" onClick={press}>
        {label}
      </Button>
      {pressed && <LazyQuestion locale={locale} id={id} open={open} onClose={() => setOpen(false)} />}
    </div>
  );
}

const lazyQuestion = lazyModule(() => import('./Question.tsx'));

function LazyQuestion(props: QuestionProps) {
  const loaded = lazyQuestion.use();
  return loaded ? <loaded.Question {...props} /> : <LazyFallback locale={props.locale} module={lazyQuestion} />;
}
