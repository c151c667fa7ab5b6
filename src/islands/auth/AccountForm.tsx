/**
 * A form of the account: its errors, its fields and the button that sends it. The browser holds what is typed, React does not.
 */
import type { FormEventHandler, SubmitEvent } from 'react';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { AccountFormStore } from '../../stores/account/form.ts';
import type { CallRefusal } from '../../stores/api/request.ts';
import { pageText } from '../../stores/page-text.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import type { Elements } from '../ui/elements.ts';
import { useClientStore, useLocale } from '../ui/hooks.ts';
import { StatusText } from '../ui/Loading.tsx';
import { issueText, type RefusalWords, SignInRefusal } from './SignInRefusal.tsx';

/** The error of a field in words. */
export type ErrorOf = (field: string) => string | undefined;

interface AccountFormProps {
  form: AccountFormStore;
  submit: string;
  busyLabel: string;
  /** The button looks disabled during a wait, which then holds for every input. */
  disabledByWait?: boolean;
  /** The next page is being opened. */
  leaving?: boolean;
  className?: string | undefined;
  wordsOf?: (refusal: CallRefusal) => RefusalWords;
  /** @returns the words of a field's error; by default those of its code */
  errorText?: (locale: Locale, field: string, code: string) => string;
  /** Shown between the errors and the form. */
  notice?: Elements;
  onSend: (values: FormData) => unknown;
  onInput?: FormEventHandler<HTMLFormElement>;
  children: (errorOf: ErrorOf) => Elements;
}

export function AccountForm({
  form,
  submit,
  busyLabel,
  disabledByWait = false,
  leaving = false,
  className = '',
  wordsOf = () => ({}),
  errorText = issueText,
  notice,
  onSend,
  onInput,
  children,
}: AccountFormProps) {
  const locale = useLocale();
  const { busy, issues, refusal, attempt } = useClientStore(form.$state);
  const wait = useClientStore(form.$wait);
  const { text, ...words } = refusal ? wordsOf(refusal) : {};
  const errorOf = (field: string) => (issues[field] ? errorText(locale, field, issues[field]) : undefined);
  const errors = Object.keys(issues).map((field) => ({ fieldId: field, message: errorOf(field) ?? '' }));
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void onSend(new FormData(event.currentTarget));
  };
  return (
    <>
      <ErrorSummary errors={errors} focusKey={attempt} />
      {refusal && (
        <SignInRefusal refusal={refusal} focusKey={attempt} wait={wait} {...words}>
          {text && <p>{text}</p>}
        </SignInRefusal>
      )}
      {notice}
      <form className={`form ${className}`} method="post" noValidate onSubmit={send} onInput={onInput}>
        {children(errorOf)}
        <div className="button-row">
          <Button type="submit" busy={busy || leaving} busyLabel={busyLabel} aria-disabled={disabledByWait && wait > 0}>
            {submit}
          </Button>
        </div>
        <StatusText hidden>{refusal?.retryAfter && wait === 0 ? pageText(locale, 'auth')('wait.over') : ''}</StatusText>
      </form>
    </>
  );
}
