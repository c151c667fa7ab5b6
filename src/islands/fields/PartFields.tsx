/** The fields of a part, drawn from the field table. */
import { Fragment } from 'react';
import { COPIED_FROM } from '../../domain/application/copied-answers.ts';
import { fieldsOf, type Part } from '../../domain/application/fields.ts';
import { maybeOf } from '../fields/field-texts.ts';
import { CopyAnswers } from './CopyAnswers.tsx';
import { PartField } from './PartField.tsx';
import { usePart } from './part-context.ts';

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
