/** Mistakes found on one page of the wizard that are to be put right on another: taken along, shown there once. */
import type { FieldErrors } from '../../domain/api/errors.ts';
import { FIELDS, type Step } from '../../domain/application/fields.ts';

let carried: FieldErrors = {};

/** The step that asks for a path; null for what no step asks, such as the password. */
export function stepOf(path: string): Step | null {
  const [name = ''] = path.split('.');
  return (FIELDS as Record<string, { step: Step }>)[name]?.step ?? null;
}

/** Takes mistakes along, by form path. */
export function carryErrors(errors: FieldErrors): void {
  carried = { ...errors };
}

/** The mistakes of one step; they are told once. */
export function takeCarried(step: Step): FieldErrors {
  const own = Object.entries(carried).filter(([path]) => stepOf(path) === step);
  carried = Object.fromEntries(Object.entries(carried).filter(([path]) => stepOf(path) !== step));
  return Object.fromEntries(own);
}
