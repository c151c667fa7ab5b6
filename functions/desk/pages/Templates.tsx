import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { cutText } from '../../../src/domain/input/text.ts';
import type { NoteTemplate } from '../../admin/store/notes.ts';
import { Submit, useOffice } from './ui.tsx';

/** Above this number templates have short titles, so that the page stays small. */
const FEW = 12;
const SHORT = 24;

interface TemplatesProps {
  templates: readonly NoteTemplate[];
  /** A decision, or `message`. */
  use: string;
  /** The applicant's language. */
  locale: Locale;
  form: string;
  /** The control into which the text is put. */
  field: string;
  /** The path to which the form is sent to fill in the text. */
  to: string;
}

/** Buttons that replace a text by a template. */
export function Templates({ templates, use, locale, form, field, to }: TemplatesProps) {
  const { t } = useOffice();
  const own = templates.filter(({ status, ...texts }) => status === use && texts[locale] !== '');
  if (own.length === 0) return null;
  const fill = { name: 'template', look: 'quiet', form, formAction: to, formNoValidate: true } as const;
  return (
    <div className="row field">
      {t('decide.templates')}
      {own.map(({ id, title: whole }) => {
        const title = own.length > FEW ? cutText(whole, SHORT) : whole;
        return <Submit key={id} {...fill} value={`${id}.${locale}.${field}`} label={title} />;
      })}
    </div>
  );
}
