/** The way on for someone whose address has an application already. */
import { localePath } from '../../domain/i18n/paths.ts';
import { usePart } from './part-context.ts';

export function TakenEmailLink() {
  const { locale, t } = usePart();
  return (
    <p className="field-aside">
      <a href={localePath(locale, '/auth/login')}>{t('problems.email_taken.action')}</a>
    </p>
  );
}
