/**
 * A section of a step: its heading, what it is about, its fields. Each comes to life by itself, so that none keeps the page
 * from answering; what was typed in it before is taken over then.
 */
import { memo, Suspense, useLayoutEffect, useRef } from 'react';
import type { NamedField, Section } from '../../domain/application/fields.ts';
import { whenDraftOpen } from '../../stores/application/draft.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { repeatEarlyTyping, showInTurn } from './early-typing.ts';
import { maybeOf } from './field-texts.ts';
import { StepField } from './StepField.tsx';
import { useStep } from './step-context.ts';

/** Short fields that belong together stand side by side where there is room. */
const PAIRS: Record<string, string> = {
  passport_date: 'passport_expire',
  planned_length_stay_from: 'planned_length_stay_to',
  period_from: 'period_to',
};

interface SectionProps {
  section: Section;
  fields: NamedField[];
}

export const SectionFields = memo(function SectionFields(props: SectionProps) {
  return (
    <Suspense fallback={null}>
      <LiveSection {...props} />
    </Suspense>
  );
});

function LiveSection({ section, fields }: SectionProps) {
  const { words, type } = useStep();
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const part = place.current;
    if (!part) return;
    // After this rendering: a change that React hears of in its midst would be taken back.
    queueMicrotask(() => repeatEarlyTyping(part));
  }, []);
  // Not seen before the draft's values are in it.
  const filled = useHydrated();
  useLayoutEffect(() => {
    if (!filled) return undefined;
    return whenDraftOpen(() => {
      showInTurn('form');
      place.current?.removeAttribute('data-early');
    });
  }, [filled]);
  const about = maybeOf(words, `sections.${section}.text`, type);
  const seconds = new Set(Object.values(PAIRS));
  return (
    <section className="step-section" aria-labelledby={`section-${section}`} data-early="" ref={place}>
      <h2 id={`section-${section}`}>{words(`sections.${section}.title`, { context: type })}</h2>
      {about && <p className="step-section__text">{about}</p>}
      {fields.map((field) => {
        const second = fields.find(({ name }) => name === PAIRS[field.name]);
        if (seconds.has(field.name)) return null;
        if (!second) return <StepField key={field.name} field={field} />;
        return (
          <div className="field-row" key={field.name}>
            <StepField field={field} />
            <StepField field={second} />
          </div>
        );
      })}
    </section>
  );
}
