/** What the table of controls (FormField.tsx) hands to each of them. */
import type { FieldKind } from '../../domain/application/fields.ts';

export interface FieldProps {
  /** Form path, which is the control's name and id. */
  path: string;
  kind: FieldKind;
  /** Largest number of characters; 0 where there is none. */
  max: number;
}
