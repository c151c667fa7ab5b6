/** The summary of what keeps a part from being saved: the fields' own words, without those that are mended meanwhile. */
import { useFormState } from 'react-hook-form';
import type { FieldErrors } from '../../domain/api/errors.ts';
import { summaryText } from '../fields/field-texts.ts';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { errorCode } from './field-errors.ts';
import { usePart } from './part-context.ts';

/** @param attempt the count of tries to save; without one the focus stays where it is */
export function PartErrors({ errors, attempt }: { errors: FieldErrors; attempt?: number | undefined }) {
  const part = usePart();
  const { t, form } = part;
  const { errors: current } = useFormState({ control: form.control });
  const left = Object.keys(errors).flatMap((path) => {
    const code = errorCode(current, path);
    return code ? [{ fieldId: path, message: summaryText(part, path, code) }] : [];
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
