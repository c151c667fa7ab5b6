/** The summary of what keeps a step from being saved: the fields' own words, without those that are mended meanwhile. */
import { useFormState } from 'react-hook-form';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { stepOf } from './carried-errors.ts';
import { errorCode } from './field-errors.ts';
import { summaryText } from './field-texts.ts';
import { personHref } from './go.ts';
import { useStep } from './step-context.ts';

/** @param attempt the count of tries to save; without one the focus stays where it is */
export function StepErrors({ errors, attempt }: { errors: FieldErrors; attempt?: number | undefined }) {
  const step = useStep();
  const { t, form, locale } = step;
  const { errors: current } = useFormState({ control: form.control });
  const left = Object.entries(errors).flatMap(([path, [told]]) => {
    const code = errorCode(current, path) ?? told;
    const open = stepOf(path) !== step.step || errorCode(current, path) !== undefined;
    if (!open || !code) return [];
    const message = summaryText(step, path, code);
    return [stepOf(path) === step.step ? { fieldId: path, message } : { href: personHref(locale, path), message }];
  });
  return (
    <ErrorSummary
      title={t('summary.title', { count: left.length })}
      errors={left}
      errorPrefix={t('errorPrefix')}
      focusKey={attempt}
    />
  );
}
