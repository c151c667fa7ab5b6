/** Components that pages share: plain HTML without scripts. */
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type ComponentProps, createContext, type ReactNode, useContext } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { refusalName } from '../../../src/content/refusals.ts';
import { STAGES } from '../../../src/domain/application/stages.ts';
import { isStatus } from '../../../src/domain/application/status.ts';
import { cutText } from '../../../src/domain/input/text.ts';
import { chosenIn, type DeskContext, formText, type Office } from '../request/office.ts';

const OfficeContext = createContext<Office | null>(null);

/** The officer's request, for components. */
export function useOffice(): Office {
  const office = useContext(OfficeContext);
  if (!office) throw new Error('useOffice() works only inside render()');
  return office;
}

/** Renders a page as the response. */
export function render(c: DeskContext, page: ReactNode, status: ContentfulStatusCode = 200, office = c.var.office) {
  const markup = renderToStaticMarkup(<OfficeContext value={office}>{page}</OfficeContext>);
  return c.html(`<!doctype html>${markup}`, status);
}

type Tone = 'info' | 'success' | 'warning' | 'error';

interface NoticeProps {
  tone: Tone;
  title: string;
  /** The result of a form that was sent: it gets the focus. */
  isResult?: boolean;
  children?: ReactNode;
}

export function DeskNotice({ tone, title, isResult, children }: NoticeProps) {
  const focus = isResult ? { tabIndex: -1, autoFocus: true } : {};
  return (
    <div className="notice" data-tone={tone} role={/error|warning/.test(tone) ? 'alert' : 'status'} {...focus}>
      <div className="notice__body">
        <p className="notice__title">{title}</p>
        {children}
      </div>
    </div>
  );
}

export const Tag = ({ tone, text }: { tone: Tone; text: string }) => (
  <span className="tag" data-tone={tone}>
    {text}
  </span>
);

/** A status in words, in the colour of its stage. */
export function StatusTag({ status }: { status: string }) {
  const { statusName } = useOffice();
  return <Tag tone={isStatus(status) ? STAGES[status].tone : 'info'} text={statusName(status)} />;
}

/** For screen readers only. */
export const VisuallyHidden = ({ text }: { text: string }) => <span className="visually-hidden"> {text}</span>;

/** Shows who works on an application. */
export function Owner({ assignee }: { assignee: string | null }) {
  const { t, by } = useOffice();
  const owner = assignee === null ? 'nobody' : assignee === by ? 'mine' : 'other';
  return <span className="soft"> {t(`assign.${owner}`, { who: assignee })}</span>;
}

/** Stands between the old and the new value. */
export const Arrow = () => (
  <>
    <span aria-hidden="true">→</span>
    <VisuallyHidden text={useOffice().t('becomes')} />
  </>
);

interface MultilineProps {
  text: string;
  maxLength?: number;
  whole?: string | undefined;
}

/** A text with its line breaks, shortened to `maxLength` code points. @param whole the page that shows it completely */
export function Multiline({ text, maxLength = Infinity, whole }: MultilineProps) {
  const { t } = useOffice();
  if (text.length <= maxLength) return <span className="written">{text}</span>;
  return (
    <span className="written">
      {cutText(text, maxLength)}… {whole && <a href={whole}>{t('entries.whole')}</a>}
    </span>
  );
}

export function CaseSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="card stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** Who did something, when, and the reason for a refusal. */
export function Byline({ author, at, reason }: { author: string | null; at: number; reason?: string | null }) {
  const { clock, locale } = useOffice();
  const texts = [author, clock.instant(at), reason && refusalName(reason, locale)];
  return <span className="soft">{texts.filter(Boolean).join(', ')}</span>;
}

interface FieldProps
  extends Pick<ComponentProps<'input'>, 'id' | 'type' | 'required' | 'maxLength' | 'lang' | 'form' | 'autoFocus'> {
  name: string;
  label: string;
  value?: string;
  hint?: string;
  /** Height in lines; makes it a text area. */
  rows?: number;
  /** Texts by value; makes it a list to choose from. */
  options?: Readonly<Record<string, string>>;
}

/** A labelled control with what was typed before; hint and the reason of a refusal are its description (`aria-describedby`). */
export function DeskField({ name, label, id = name, value = '', hint, ...control }: FieldProps) {
  const { form, refusals, locale } = useOffice();
  const error = refusals.find(({ values }) => values.field === name)?.textIn(locale);
  const typed = form?.[name] === undefined ? value : formText(form, name);
  const texts = Object.entries({ hint, error }).filter(([, text]) => text);
  const described = texts.map(([what]) => `${id}-${what}`).join(' ');
  const invalid = error ? true : undefined;
  const aria = { 'aria-describedby': described || undefined, 'aria-invalid': invalid };
  const native = { id, name, defaultValue: typed, className: 'control' };
  return (
    <div className="field" data-invalid={invalid}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {texts.map(([what, text]) => (
        <p key={what} className={`field__${what}`} id={`${id}-${what}`}>
          {text}
        </p>
      ))}
      <Control {...control} {...aria} {...native} />
    </div>
  );
}

function Control({ rows, options, type = 'text', ...props }: Pick<FieldProps, 'rows' | 'options' | 'type'>) {
  // Without `maxLength`, since browsers cut a pasted text silently. The office says what is too long, and keeps it.
  if (rows) return <textarea {...props} rows={rows} />;
  if (!options) return <input {...props} type={type} autoComplete="off" />;
  return (
    <select {...props}>
      {Object.entries(options).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** A checkbox that is ticked if it was ticked before. */
export function DeskCheckbox({
  id,
  label,
  ...input
}: ComponentProps<'input'> & Record<'id' | 'label' | 'name', string>) {
  const { form, refusals } = useOffice();
  const isRefused = refusals.some(({ values }) => values.field === input.name);
  const wasChecked = chosenIn(form, input.name).includes(String(input.value));
  return (
    <div className="choice">
      <input {...input} id={id} type="checkbox" aria-invalid={isRefused || undefined} defaultChecked={wasChecked} />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}

interface ButtonProps {
  label: string;
  look?: 'primary' | 'quiet' | 'danger' | undefined;
  /** What the action concerns, for screen readers. */
  about?: string | undefined;
  name?: string;
  value?: string | number;
  /** The form that the button submits if it is outside of it, and the form's path. */
  form?: string | undefined;
  formAction?: string | undefined;
  formNoValidate?: boolean;
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
  id?: string;
  /** Label of the only button; a form with several buttons has them among its children. */
  submit?: string;
  /** Hidden values. */
  values?: Readonly<Record<string, string | readonly string[]>>;
  children?: ReactNode;
}

/** A POST form. */
export function Form({ to, id, submit, look, about, values = {}, children }: FormProps) {
  const hidden = Object.entries(values).flatMap(([name, value]) => [value].flat().map((one) => ({ name, value: one })));
  return (
    <form method="post" action={to} id={id} className={children ? 'form' : undefined}>
      {hidden.map(({ name, value }) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
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

interface TableProps {
  label: string;
  head: readonly string[];
  /** Each begins with its heading. */
  rows: readonly (readonly ReactNode[])[];
}

/** A table that scrolls sideways on narrow screens. */
export function Table({ label, head, rows }: TableProps) {
  return (
    // A group, since its section is the landmark of the same name.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <div className="scroll" role="group" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((title) =>
              title ? (
                <th key={title} scope="col">
                  {title}
                </th>
              ) : (
                <td key={title} />
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(([heading, ...cells], row) => (
            <tr key={row}>
              <th scope="row">{heading}</th>
              {cells.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
