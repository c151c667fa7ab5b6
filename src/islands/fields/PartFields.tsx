/** The fields of a part, rendered from the field table; a list behind its question is lazy-loaded. */

import { Fragment, useState } from 'react';
import {
  COPIED_FROM,
  copiedAnswers,
  petitionerNames,
  type SurnamePlace,
  surnamePlace,
} from '../../domain/application/copied-answers.ts';
import {
  FLAG_OF,
  fieldsOf,
  isListName,
  LISTS,
  type ListName,
  type NamedField,
  type Part,
} from '../../domain/application/fields.ts';
import { emptyForm, type FormState } from '../../domain/application/form.ts';
import { APPLICANT } from '../../domain/passport/holders.ts';
import { LoadingBlock, StatusText } from '../ui/Loading.tsx';
import { LazyFallback, lazyModule } from '../ui/lazy.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { type ControlKind, FormField } from './FormField.tsx';
import styles from './fields.module.css';
import { PassportComparison, PassportOffer } from './PassportOffer.tsx';
import { usePart, useValue } from './part-context.tsx';

/** Short fields that share a row if there is room: first → second. */
const PAIRS: Record<string, string> = {
  passport_date: 'passport_expire',
  planned_length_stay_from: 'planned_length_stay_to',
  period_from: 'period_to',
};
const SECONDS = new Set(Object.values(PAIRS));

export function PartFields({ part }: { part: Part }) {
  const { t, type, only } = usePart();
  const fields = fieldsOf(type, { part }).filter(({ name }) => only?.includes(name) ?? true);
  const copied = COPIED_FROM[part]?.before;
  const about = t.find(`parts.${part}.text`, { context: type });
  return (
    <div className={styles.partFields}>
      {about && <p className="lead">{about}</p>}
      {part === 'name' && <PassportComparison part={part} holder={APPLICANT} />}
      {fields.map((field) => {
        const second = fields.find(({ name }) => name === PAIRS[field.name]);
        if (SECONDS.has(field.name)) return null;
        if (field.name === APPLICANT.scan) {
          return (
            <Fragment key={field.name}>
              <PartField field={field} />
              <PassportOffer part={part} holder={APPLICANT} />
            </Fragment>
          );
        }
        return (
          <Fragment key={field.name}>
            {field.name === copied && <CopyAnswers part={part} />}
            {second ? (
              <div className="field-row">
                <PartField field={field} />
                <PartField field={second} />
              </div>
            ) : (
              <PartField field={field} />
            )}
          </Fragment>
        );
      })}
    </div>
  );
}

function PartField({ field }: { field: NamedField }) {
  const flag = FLAG_OF[field.name];
  return flag ? <BehindFlag field={field} flag={flag} /> : <Shown field={field} />;
}

/** A field that is shown while its question is answered with "yes". */
function BehindFlag({ field, flag }: { field: NamedField; flag: string }) {
  const answer = useValue(flag);
  // Prerendered with a "no".
  const hydrated = useHydrated();
  return hydrated && answer === 'yes' ? <Shown field={field} /> : null;
}

function Shown({ field }: { field: NamedField }) {
  if (isListName(field.name)) return <List list={field.name} />;
  return <FormField path={field.name} kind={field.kind as ControlKind} max={field.max} />;
}

function List({ list }: { list: ListName }) {
  const { t, locale } = usePart();
  const part = lazyListField.use();
  if (part) return <part.ListField list={list} />;
  return (
    <LazyFallback module={lazyListField} locale={locale}>
      <LoadingBlock label={t('lists.opening')} lines={4} />
    </LazyFallback>
  );
}

/** The button "Same as …": fills the empty fields of a part from another part; a second press undoes it. */
function CopyAnswers({ part }: { part: Part }) {
  const source = COPIED_FROM[part]?.source;
  const { type, form, words, others, copies } = usePart();
  const hydrated = useHydrated();
  const [filled, setFilled] = useState<FormState>({});
  const copied = Object.keys(filled).length > 0;
  const [announcement, announce] = useState('');
  const [place, setPlace] = useState<SurnamePlace>('first');
  if (!source || !others || !copies) return null;

  const said = ({ petitioner_surname: surname, petitioner_name: name }: FormState) =>
    surname && name ? ` ${words('copy.names', { surname, name, interpolation: { escapeValue: false } })}` : '';
  const put = (values: FormState) => {
    for (const [path, value] of Object.entries(values)) form.setValue(path, value);
  };
  const copy = () => {
    const found = copiedAnswers(part, form.getValues(), others());
    put(found);
    setFilled(found);
    setPlace(surnamePlace(others().applicant_fio));
    announce(Object.keys(found).length > 0 ? `${words('copy.done')}${said(found)}` : words('copy.nothing'));
  };
  const swap = () => {
    const other = place === 'first' ? 'last' : 'first';
    const names = petitionerNames(others().applicant_fio, other) ?? {};
    put(names);
    setPlace(other);
    setFilled({ ...filled, ...names });
    announce(said(names).trim());
  };
  const undo = () => {
    const empty = emptyForm(type, { part });
    // Fields that were changed since stay.
    const same = Object.entries(filled).filter(
      ([path, value]) => JSON.stringify(form.getValues(path)) === JSON.stringify(value),
    );
    put(Object.fromEntries(same.map(([path]) => [path, empty[path]])));
    setFilled({});
    announce(words('copy.undone'));
  };
  return (
    <p className={styles.copyAnswers}>
      <button type="button" className="text-button" onClick={copied ? undo : copy} disabled={!hydrated}>
        {words(copied ? 'copy.undo' : `copy.${source}`)}
      </button>
      {said(filled) && (
        <button type="button" className="text-button" onClick={swap}>
          {words('copy.swap')}
        </button>
      )}
      <StatusText>{announcement}</StatusText>
    </p>
  );
}

/** Loaded when the browser is idle (PartForm.tsx), or as soon as a list is shown. */
export const lazyListField = lazyModule(() => import('./ListField.tsx'));

/** Loads the lists if the form shows one, so that it is hydrated without a layout shift. */
export async function loadOpenLists(form: FormState): Promise<void> {
  if (Object.values(LISTS).some(({ flag }) => form[flag] === 'yes')) await lazyListField.load();
}
