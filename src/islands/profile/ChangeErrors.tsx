/** The summary of what keeps changes from being sent, without what is mended meanwhile. */
import { useFormState } from 'react-hook-form';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { errorCode } from '../wizard/field-errors.ts';
import { summaryText } from '../wizard/field-texts.ts';
import { useStep } from '../wizard/step-context.ts';

export function ChangeErrors({ errors, attempt }: { errors: FieldErrors; attempt: number }) {
  const step = useStep();
  const { errors: current } = useFormState({ control: step.form.control });
  const left = Object.keys(errors).flatMap((path) => {
    const code = errorCode(current, path);
    return code ? [{ fieldId: path, message: summaryText(step, path, code) }] : [];
  });
  return (
    <ErrorSummary
      title={step.t('summary.title', { count: left.length })}
      errors={left}
      errorPrefix={step.t('errorPrefix')}
      focusKey={attempt}
    />
  );
}
