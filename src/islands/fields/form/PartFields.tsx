/** The fields of a part, rendered from the field table. A list behind a question is loaded when it is needed. */
import { Fragment } from 'react';
import { COPIED_FROM } from '../../../domain/application/copy-sources.ts';
import {
  FLAG_OF,
  fieldsOf,
  isListName,
  LISTS,
  type ListName,
  type NamedField,
  type Part,
} from '../../../domain/application/fields.ts';
import type { FormState } from '../../../domain/application/form.ts';
import { APPLICANT } from '../../../domain/passport/holders.ts';
import { useHydrated } from '../../ui/hooks.ts';
import { LoadingBlock } from '../../ui/Loading.tsx';
import { Lazy, LazyFallback, lazyModule } from '../../ui/lazy.tsx';
import { FormField } from '../controls/FormField.tsx';
import styles from '../fields.module.css';
import { type ControlKind, usePart, useValue } from '../part-context.tsx';
import { PassportComparison, PassportFilling } from '../passport/PassportFilling.tsx';

/** Short fields that share a row if there is space: first → second. */
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
              <PassportFilling part={part} holder={APPLICANT} />
            </Fragment>
          );
        }
        return (
          <Fragment key={field.name}>
            {field.name === copied && <CopyAnswersToggle part={part} />}
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

function BehindFlag({ field, flag }: { field: NamedField; flag: string }) {
  const answer = useValue(flag);
  // The prerendered page has a "no" here.
  const hydrated = useHydrated();
  return hydrated && answer === 'yes' ? <Shown field={field} /> : null;
}

function Shown({ field }: { field: NamedField }) {
  if (isListName(field.name)) return <List list={field.name} />;
  return <FormField path={field.name} kind={field.kind as ControlKind} max={field.max} />;
}

function List({ list }: { list: ListName }) {
  const { t } = usePart();
  return (
    <Lazy module={lazyListField} loading={<LoadingBlock label={t('lists.opening')} lines={4} />}>
      {({ ListField }) => <ListField list={list} />}
    </Lazy>
  );
}

/** The button that fills in the part from another one; disabled until its code is loaded. */
function CopyAnswersToggle({ part }: { part: Part }) {
  const source = COPIED_FROM[part]?.source;
  const { words, others, copies } = usePart();
  const loaded = lazyCopyAnswers.use();
  if (!source || !others || !copies?.includes(source)) return null;
  if (loaded) return <loaded.CopyAnswers part={part} source={source} others={others} />;
  return (
    <LazyFallback module={lazyCopyAnswers}>
      <p className={styles.copyAnswers}>
        <button type="button" className="text-button" disabled>
          {words(`copy.${source}`)}
        </button>
      </p>
    </LazyFallback>
  );
}

const lazyCopyAnswers = lazyModule(() => import('./CopyAnswers.tsx'));

/** Loaded when the browser is idle (PartForm.tsx), or as soon as a list is shown. */
export const lazyListField = lazyModule(() => import('../lists/ListField.tsx'));

/** Loads the lists if the form shows one, so that its hydration shifts nothing. */
export async function loadOpenLists(form: FormState): Promise<void> {
  if (Object.values(LISTS).some(({ flag }) => form[flag] === 'yes')) await lazyListField.load();
}
