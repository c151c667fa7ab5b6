/** Parts that pages share. All of it is plain HTML: nothing here waits for a script. */
import type { ReactNode } from 'react';
import { STAGES } from '../../../src/domain/application/stages.ts';
import { isStatus } from '../../../src/domain/application/status.ts';
import { deletionStanding } from '../../admin/desk/deadlines.ts';
import { statusName } from '../../admin/desk/site-words.ts';
import type { Office } from '../request/office.ts';

export type Tone = 'info' | 'success' | 'warning' | 'error';

interface NoticeProps {
  tone: Tone;
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

/** A status by its name, in the colour of its stage. */
export function Chip({ status, office: { locale } }: { status: string; office: Office }) {
  const tone = isStatus(status) ? STAGES[status].tone : 'info';
  return (
    <span className="tag" data-tone={tone}>
      {statusName(status, locale)}
    </span>
  );
}

/** What an officer does to reach a status: "Approve". */
export const decisionName = ({ t, locale }: Office, status: string) =>
  t(`decide.to.${status}`, { defaultValue: statusName(status, locale) });

/** How an open request to be deleted stands. */
export function deletionWords({ t, clock, now }: Office, askedAt: number): string {
  const { due, isOverdue } = deletionStanding(askedAt, now);
  const values = { asked: clock.day(clock.dateOf(askedAt)), due: clock.day(due) };
  return t(isOverdue ? 'deletion.overdue' : 'deletion.open', values);
}

/** The address of an application's page, and of what belongs to it. */
export const applicationPath = (id: string, rest = '') => `/applications/${encodeURIComponent(id)}${rest}`;

interface SectionProps {
  id: string;
  title: string;
  children: ReactNode;
}

export function Section({ id, title, children }: SectionProps) {
  return (
    <section className="block" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

interface TextFieldProps {
  name: string;
  label: string;
  value?: string | undefined;
  type?: 'text' | 'search' | 'date';
  hint?: string;
  error?: string | undefined;
  required?: boolean;
  /** Lines of a text area. */
  rows?: number;
  maxLength?: number;
  lang?: string;
}

/** A labelled control; hint and error are read with it. */
export function TextField({ name, label, value = '', type = 'text', hint, error, rows, ...rest }: TextFieldProps) {
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  const props = {
    ...{ id: name, name, defaultValue: value, className: 'control', ...rest },
    ...(described ? { 'aria-describedby': described } : {}),
    ...(error ? { 'aria-invalid': true } : {}),
  };
  return (
    <div className="field" data-invalid={error ? true : undefined}>
      <label className="field__label" htmlFor={name}>
        {label}
      </label>
      {hint && (
        <p className="field__hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field__error" id={`${name}-error`}>
          {error}
        </p>
      )}
      {rows ? <textarea {...props} rows={rows} /> : <input {...props} type={type} autoComplete="off" />}
    </div>
  );
}

interface ActionProps {
  action: string;
  label: string;
  values?: Record<string, string>;
  look?: 'primary' | 'quiet' | 'danger';
  /** What the button does it to, for who hears it only. */
  about?: string;
}

/** A form of one button. */
export function Action({ action, label, values = {}, look = 'quiet', about }: ActionProps) {
  return (
    <form method="post" action={action} className="action">
      <Hidden values={values} />
      <button type="submit" className={look === 'primary' ? 'button' : `button button--${look}`}>
        {label}
        {about && <span className="visually-hidden"> {about}</span>}
      </button>
    </form>
  );
}

export function Hidden({ values }: { values: Record<string, string> }) {
  return Object.entries(values).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

/** A text of several lines, as it was written. */
export const Written = ({ text }: { text: string }) => <span className="written">{text}</span>;

/** A table that scrolls by itself where the screen is narrower. */
export function Table({ label, head, children }: { label: string; head: readonly string[]; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
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
