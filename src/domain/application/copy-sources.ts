/** Which parts suggest copying answers from another part. Separate from the copying, which is loaded when it is pressed. */
import type { FieldName, Part } from './fields.ts';

export type CopySource = 'stay' | 'contact-person';

/** The parts that can be filled, their source, and the field before which the button is shown. */
export const COPIED_FROM: Partial<Record<Part, { source: CopySource; before: FieldName }>> = {
  employer: { source: 'stay', before: 'period_from' },
  petitioner: { source: 'contact-person', before: 'petitioner_surname' },
};
