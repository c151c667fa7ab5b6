/** Where someone is on the way through a form. Beside it on a wide screen, one compact row on a phone. */
import { memo } from 'react';

export interface Step {
  label: string;
  hint?: string | undefined;
  state: 'done' | 'now' | 'next';
  /** Where the step can be opened. */
  href?: string | undefined;
  /** The state in words, for a screen reader. */
  stateLabel?: string | undefined;
}

export interface StepListProps {
  steps: readonly Step[];
  /** Name of the list. */
  label: string;
}

export const StepList = memo(function StepList({ steps, label }: StepListProps) {
  return (
    <nav aria-label={label} className="steps-nav">
      <ol className="steps">
        {steps.map((step) => (
          <li
            className="steps__item"
            key={step.label}
            data-state={step.state}
            aria-current={step.state === 'now' ? 'step' : undefined}
          >
            <span className="steps__mark" aria-hidden="true" />
            <span className="steps__text">
              {step.href && step.state !== 'now' ? <a href={step.href}>{step.label}</a> : step.label}
              {step.hint && <small className="steps__hint">{step.hint}</small>}
              {step.stateLabel && <span className="visually-hidden"> {step.stateLabel}</span>}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
});
