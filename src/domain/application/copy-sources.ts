/** Which parts offer to copy answers from another part. Apart from the copying, which is loaded with the offer. */
import type { FieldName, Part } from './fields.ts';

export type CopySource = 'stay' | 'contact-person';

/** The parts that can be filled, their source, and the field before which the offer is shown. */
export const COPIED_FROM: Partial<Record<Part, { source: CopySource; before: FieldName }>> = {
  employer: { source: 'stay', before: 'period_from' },
  petitioner: { source: 'contact-person', before: 'petitioner_surname' },
};
