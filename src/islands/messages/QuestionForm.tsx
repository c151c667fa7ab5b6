/** The help page's form, for people without an account; mounted when it is opened. */
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { Locale } from '../../domain/i18n/locales.ts';
import type { QuestionFields } from '../../domain/input/message.ts';
import { helpQuestion, readUnsentQuestion, sendQuestion, storeQuestion } from '../../stores/account/messages.ts';
import { loadWords, textOf } from '../../stores/page-text.ts';
import type { ContactWays } from '../ui/ContactBlock.tsx';
import { TextField } from '../ui/TextField.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
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
  hydrateRoot(element, <Mounted {...props} />);
}

/** Renders nothing at first, like the empty element. */
function Mounted(props: QuestionFormProps) {
  return useHydrated() && <QuestionForm {...props} />;
}

function questionIn(values: FormData): QuestionFields {
  const text = (name: keyof QuestionFields) => String(values.get(name) ?? '');
  return { text: text('text'), email: text('email'), name: text('name'), application: text('application') };
}

function QuestionForm({ locale, ways, restored }: QuestionFormProps) {
  const t = textOf(locale, 'messages');
  return (
    <MessageForm
      locale={locale}
      form={helpQuestion}
      ways={ways}
      restored={restored}
      typed={() => readUnsentQuestion().text}
      done={t('doneHelp')}
      fields={(errorOf) => <Fields {...{ locale, errorOf }} />}
      onType={(values) => storeQuestion(questionIn(values))}
      onSend={(values) => sendQuestion(questionIn(values), locale)}
    />
  );
}

interface FieldsProps {
  locale: Locale;
  errorOf: (field: string) => string | undefined;
}

function Fields({ locale, errorOf }: FieldsProps) {
  const t = textOf(locale, 'messages');
  const errorPrefix = textOf(locale, 'forms')('errorPrefix');
  const [typed] = useState(readUnsentQuestion);
  return (
    <>
      <TextField
        name="email"
        label={t('email')}
        hint={t('emailHint')}
        defaultValue={typed.email}
        error={errorOf('email')}
        errorPrefix={errorPrefix}
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
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
