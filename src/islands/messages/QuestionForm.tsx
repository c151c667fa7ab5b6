/** The help page's form, for people without an account; mounted when it is opened. */
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { QuestionFields } from '../../domain/input/message.ts';
import { helpQuestion, readUnsentQuestion, sendQuestion, storeQuestion } from '../../stores/account/messages.ts';
import { loadWords } from '../../stores/page-text.ts';
import type { ErrorOf } from '../auth/AccountForm.tsx';
import { EmailField } from '../auth/EmailField.tsx';
import type { ContactWays } from '../ui/ContactBlock.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { LocaleContext, useLocale, useText } from '../ui/use-locale.ts';
import { MessageForm } from './MessageForm.tsx';

interface QuestionFormProps {
  locale: Locale;
  ways: ContactWays;
  /** The page shows the form by itself, for its unsent text. */
  restored: boolean;
}

/** @param element an empty one @throws WordsNotLoaded */
export async function mountQuestionForm(element: Element, props: QuestionFormProps): Promise<void> {
  await loadWords([props.locale], ['messages', 'forms', 'auth']);
  // As all islands start: `createRoot` would be added to the scripts of every page.
  hydrateRoot(
    element,
    <LocaleContext value={props.locale}>
      <Mounted {...props} />
    </LocaleContext>,
  );
}

/** Renders nothing at first, like the empty element. */
function Mounted(props: QuestionFormProps) {
  return useHydrated() && <QuestionForm {...props} />;
}

function questionIn(values: FormData): QuestionFields {
  const text = (name: keyof QuestionFields) => String(values.get(name) ?? '');
  return { text: text('text'), email: text('email'), name: text('name'), application: text('application') };
}

function QuestionForm({ ways, restored }: QuestionFormProps) {
  const locale = useLocale();
  const t = useText('messages');
  return (
    <MessageForm
      form={helpQuestion}
      ways={ways}
      restored={restored}
      typed={() => readUnsentQuestion().text}
      done={t('doneHelp')}
      heading="h2"
      fields={(errorOf) => <Fields errorOf={errorOf} />}
      onType={(values) => storeQuestion(questionIn(values))}
      onSend={(values) => sendQuestion(questionIn(values), locale)}
    />
  );
}

function Fields({ errorOf }: { errorOf: ErrorOf }) {
  const t = useText('messages');
  const errorPrefix = useText('forms')('errorPrefix');
  const [typed] = useState(readUnsentQuestion);
  return (
    <>
      <EmailField
        label={t('email')}
        hint={t('emailHint')}
        defaultValue={typed.email}
        error={errorOf('email')}
        autoComplete="email"
      />
      <TextField
        name="name"
        label={t('name')}
        optionalLabel={t('optional')}
        defaultValue={typed.name}
        error={errorOf('name')}
        errorPrefix={errorPrefix}
        autoComplete="name"
      />
      <TextField
        name="application"
        label={t('application')}
        hint={t('applicationHint')}
        optionalLabel={t('optional')}
        defaultValue={typed.application}
        error={errorOf('application')}
        errorPrefix={errorPrefix}
        autoComplete="off"
        spellCheck={false}
      />
    </>
  );
}
