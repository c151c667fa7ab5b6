/** Components that pages share: plain HTML without scripts. */
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { Children, type ComponentProps, createContext, type ReactNode, useContext } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { STAGES } from '../../../src/domain/application/stages.ts';
import { isStatus } from '../../../src/domain/application/status.ts';
import { cutText } from '../../../src/domain/input/text.ts';
import { deletionDeadline } from '../../admin/desk/deadlines.ts';
import { fieldLabel, statusName } from '../../admin/desk/site-words.ts';
import type { DeskContext, Office } from '../request/office.ts';

const OfficeContext = createContext<Office | null>(null);

/** The officer's request, for components. */
export function useOffice(): Office {
  const office = useContext(OfficeContext);
  if (!office) throw new Error('useOffice() works only inside renderPage()');
  return office;
}

/** Renders a page as the response. */
export function render(c: DeskContext, page: ReactNode, status: ContentfulStatusCode = 200) {
  const markup = renderToStaticMarkup(<OfficeContext value={c.var.office}>{page}</OfficeContext>);
  return c.html(`<!doctype html>${markup}`, status);
}

/** The path of an application's page. @param rest path below it, or query */
export const applicationPath = (id: string, rest = '') => `/applications/${encodeURIComponent(id)}${rest}`;
export const messagePath = (id: string, rest = '') => `/messages/${encodeURIComponent(id)}${rest}`;

interface NoticeProps {
  tone: 'info' | 'success' | 'warning' | 'error';
  title: string;
  children?: ReactNode;
}

export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className="notice" data-tone={tone} role={tone === 'error' || tone === 'warning' ? 'alert' : 'status'}>
      <div className="notice__body">
        <p className="notice__title">{title}</p>
        {children}
      </div>
    </div>
  );
}

export const Tag = ({ tone, text }: { tone: string; text: string }) => (
  <span className="tag" data-tone={tone}>
    {text}
  </span>
);

/** A status in words, in the colour of its stage. */
export function StatusTag({ status }: { status: string }) {
  const { locale } = useOffice();
  return <Tag tone={isStatus(status) ? STAGES[status].tone : 'info'} text={statusName(status, locale)} />;
}

/** The decision that leads to a status, such as "Approve". */
export const decisionName = ({ t, locale }: Office, status: string) =>
  t(`decide.to.${status}`, { defaultValue: statusName(status, locale) });

/** The deadline of an open deletion request, in words. */
export function deletionNotice({ t, clock, now }: Office, askedAt: number): string {
  const { due, isOverdue } = deletionDeadline(askedAt, now);
  const values = { asked: clock.day(clock.dateOf(askedAt)), due: clock.day(due) };
  return t(isOverdue ? 'deletion.overdue' : 'deletion.open', values);
}

/** Labels of fields, separated by commas. */
export const fieldLabels = ({ locale }: Office, names: readonly string[], type: string) =>
  names.map((name) => fieldLabel(name, type, locale)).join(', ');

/** For screen readers only. */
export const VisuallyHidden = ({ text }: { text: string }) => <span className="visually-hidden"> {text}</span>;

/** A text with its line breaks, cut after `maxLength` code points. */
export const Multiline = ({ text, maxLength = Infinity }: { text: string; maxLength?: number }) => (
  <span className="written">{text.length > maxLength ? `${cutText(text, maxLength)}…` : text}</span>
);

export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="card block" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** A list. @param empty text of an empty list */
export function Entries({ empty, children, look = 'entries' }: { empty?: string; children: ReactNode; look?: string }) {
  if (Children.count(children) === 0) return empty ? <p className="empty">{empty}</p> : null;
  return <ul className={look}>{children}</ul>;
}

/** Author and time. */
export function Byline({ author, at }: { author: string | null; at: number }) {
  return <p className="soft">{[author, useOffice().clock.instant(at)].filter(Boolean).join(', ')}</p>;
}

interface TextFieldProps {
  name: string;
  label: string;
  id?: string;
  value?: string | undefined;
  type?: 'text' | 'date';
  hint?: string;
  error?: string | undefined;
  required?: boolean;
  /** Height in lines; makes it a text area. */
  rows?: number;
  maxLength?: number;
  lang?: string;
}

/** A labelled control; hint and error are its description (`aria-describedby`). */
export function TextField(field: TextFieldProps) {
  const { name, label, id = name, value = '', type = 'text', hint, error, rows, ...rest } = field;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const props = {
    ...{ id, name, defaultValue: value, className: 'control', ...rest },
    ...(described ? { 'aria-describedby': described } : {}),
    ...(error ? { 'aria-invalid': true } : {}),
  };
  return (
    <div className="field" data-invalid={error ? true : undefined}>
      <Label text={label} htmlFor={id} />
      {hint && <Described text={hint} of={id} what="hint" />}
      {error && <Described text={error} of={id} what="error" />}
      {rows ? <textarea {...props} rows={rows} /> : <input {...props} type={type} autoComplete="off" />}
    </div>
  );
}

export const Label = ({ text, htmlFor }: { text: string; htmlFor: string }) => (
  <label className="field__label" htmlFor={htmlFor}>
    {text}
  </label>
);

const Described = ({ text, of, what }: { text: string; of: string; what: 'hint' | 'error' }) => (
  <p className={`field__${what}`} id={`${of}-${what}`}>
    {text}
  </p>
);

/** A checkbox with its label. */
export function Checkbox({ id, label, ...input }: { id: string; label: string } & ComponentProps<'input'>) {
  return (
    <div className="choice">
      <input {...input} id={id} type="checkbox" />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}

interface ButtonProps {
  label: string;
  look?: 'primary' | 'quiet' | 'danger' | undefined;
  /** Object of the action, for screen readers. */
  about?: string | undefined;
  name?: string;
  value?: string | number;
}

const buttonClass = (look = 'primary') => (look === 'primary' ? 'button' : `button button--${look}`);

export function Submit({ label, look, about, ...rest }: ButtonProps) {
  return (
    <button type="submit" className={buttonClass(look)} {...rest}>
      {label}
      {about && <VisuallyHidden text={about} />}
    </button>
  );
}

interface FormProps extends Pick<ButtonProps, 'look' | 'about'> {
  to: string;
  /** Label of the only button; a form with several has them among its children. */
  submit?: string;
  values?: Readonly<Record<string, string>>;
  children?: ReactNode;
}

/** A POST form with hidden values. */
export function Form({ to, submit, look, about, values = {}, children }: FormProps) {
  return (
    <form method="post" action={to} className={children ? 'form' : undefined}>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      {submit && <Submit label={submit} look={look} about={about} />}
    </form>
  );
}

/** A link that looks like a button. */
export const ButtonLink = ({ to, text, look }: { to: string; text: string; look?: ButtonProps['look'] }) => (
  <a className={buttonClass(look)} href={to}>
    {text}
  </a>
);

/** A table that scrolls sideways on narrow screens. */
export function Table({ label, head, children }: { label: string; head: readonly string[]; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className="scroll" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
