/** The fields of a part, drawn from the field table. */
import { Fragment, useState } from 'react';
import { COPIED_FROM, copiedAnswers } from '../../domain/application/copied-answers.ts';
import {
  FLAG_OF,
  fieldsOf,
  LISTS,
  type ListName,
  type NamedField,
  type Part,
} from '../../domain/application/fields.ts';
import { emptyForm, type FormState } from '../../domain/application/form.ts';
import { LoadingBlock, StatusText } from '../ui/Loading.tsx';
import { later, WaitForPart } from '../ui/lazy.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { type ControlKind, FormField } from './FormField.tsx';
import { maybeOf } from './field-texts.ts';
import { usePart, useValue } from './part-context.tsx';

/** Short fields that belong together stand side by side where there is room. */
const PAIRS: Record<string, string> = {
  passport_date: 'passport_expire',
  planned_length_stay_from: 'planned_length_stay_to',
  period_from: 'period_to',
};
const SECONDS = new Set(Object.values(PAIRS));

export function PartFields({ part }: { part: Part }) {
  const { t, type } = usePart();
  const fields = fieldsOf(type, { part });
  const copied = COPIED_FROM[part]?.before;
  const about = maybeOf(t, `parts.${part}.text`, type);
  return (
    <div className="part-fields">
      {about && <p className="lead">{about}</p>}
      {fields.map((field) => {
        const second = fields.find(({ name }) => name === PAIRS[field.name]);
        if (SECONDS.has(field.name)) return null;
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

/** One field of the field table in a part: its control, or the list that its answer opens. */
export function PartField({ field }: { field: NamedField }) {
  const flag = FLAG_OF[field.name];
  return flag ? <BehindFlag field={field} flag={flag} /> : <Shown field={field} />;
}

/** Shows its field while the question above it is answered with "yes". */
function BehindFlag({ field, flag }: { field: NamedField; flag: string }) {
  const answer = useValue(flag);
  // A page is built with a "no".
  const hydrated = useHydrated();
  return hydrated && answer === 'yes' ? <Shown field={field} /> : null;
}

function Shown({ field }: { field: NamedField }) {
  if (field.name in LISTS) return <List list={field.name as ListName} />;
  return <FormField path={field.name} kind={field.kind as ControlKind} max={field.max} />;
}

function List({ list }: { list: ListName }) {
  const { t, locale } = usePart();
  const part = laterList.use();
  if (part) return <part.ListField list={list} />;
  return (
    <WaitForPart part={laterList} locale={locale}>
      <LoadingBlock label={t('lists.opening')} lines={4} />
    </WaitForPart>
  );
}

/** "Same as …": fills what is empty in a part from another one at a press, and takes it back at another. */
export function CopyAnswers({ part }: { part: Part }) {
  const source = COPIED_FROM[part]?.source;
  const { type, form, words, others } = usePart();
  const hydrated = useHydrated();
  const [filled, setFilled] = useState<FormState>({});
  const copied = Object.keys(filled).length > 0;
  const [said, setSaid] = useState('');
  if (!source || !others) return null;

  const put = (values: FormState) => {
    for (const [path, value] of Object.entries(values)) form.setValue(path, value);
  };
  const copy = () => {
    const found = copiedAnswers(part, form.getValues(), others());
    put(found);
    setFilled(found);
    setSaid(words(Object.keys(found).length > 0 ? 'copy.done' : 'copy.nothing'));
  };
  const undo = () => {
    const empty = emptyForm(type, { part });
    // What was typed over it since stays.
    const same = Object.entries(filled).filter(
      ([path, value]) => JSON.stringify(form.getValues(path)) === JSON.stringify(value),
    );
    put(Object.fromEntries(same.map(([path]) => [path, empty[path]])));
    setFilled({});
    setSaid(words('copy.undone'));
  };
  return (
    <p className="copy-answers">
      <button type="button" className="text-button" onClick={copied ? undo : copy} disabled={!hydrated}>
        {words(copied ? 'copy.undo' : `copy.${source}`)}
      </button>
      <StatusText>{said}</StatusText>
    </p>
  );
}

/** What a form does not need to be used at once: fetched while someone reads and types, or when it is asked for. */
export const laterList = later(() => import('./ListField.tsx'));

/** Fetches the lists where a form has one open, so that a page that shows it need not grow when it comes. */
export async function listsOf(form: FormState): Promise<void> {
  if (Object.values(LISTS).some(({ flag }) => form[flag] === 'yes')) await laterList.fetch();
}
