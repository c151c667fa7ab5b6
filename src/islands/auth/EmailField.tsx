import { useText } from '../ui/hooks.ts';
import { TextField, type TextFieldProps } from '../ui/TextField.tsx';

/** The e-mail address in a form of the account, or of its messages. */
export function EmailField(props: Omit<TextFieldProps, 'name' | 'errorPrefix'>) {
  const forms = useText('forms');
  return (
    <TextField
      name="email"
      errorPrefix={forms('errorPrefix')}
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
