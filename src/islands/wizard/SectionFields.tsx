/** A section of a step: its heading, what it is about, its fields. */
import type { NamedField, Section } from '../../domain/application/fields.ts';
import { maybeOf } from './field-texts.ts';
import { StepField } from './StepField.tsx';
import { useStep } from './step-context.ts';

/** Short fields that belong together stand side by side where there is room. */
const PAIRS: Record<string, string> = {
  passport_date: 'passport_expire',
  planned_length_stay_from: 'planned_length_stay_to',
  period_from: 'period_to',
};

export function SectionFields({ section, fields }: { section: Section; fields: NamedField[] }) {
  const { words, type } = useStep();
  const about = maybeOf(words, `sections.${section}.text`, type);
  const seconds = new Set(Object.values(PAIRS));
  return (
    <section className="step-section" aria-labelledby={`section-${section}`}>
      <h2 id={`section-${section}`}>{words(`sections.${section}.title`, { context: type })}</h2>
      {about && <p className="step-section__text">{about}</p>}
      {fields.map((field) => {
        const second = fields.find(({ name }) => name === PAIRS[field.name]);
        if (seconds.has(field.name)) return null;
        if (!second) return <StepField key={field.name} field={field} />;
        return (
          <div className="field-row" key={field.name}>
            <StepField field={field} />
            <StepField field={second} />
          </div>
        );
      })}
    </section>
  );
}
