/** The rules of an application for form, check and host: those of each field's kind, and those between fields. */
import type { FieldErrors } from '../api/errors.ts';
import { kindOf } from '../kinds/index.ts';
import type { CheckContext } from '../kinds/kind.ts';
import { crossIssues, type RuleDays } from './cross-rules.ts';
import { type FieldChoice, fieldsOf, isApplicable } from './fields.ts';
import type { ApplicationType } from './types.ts';
import type { ApplicationValues } from './values.ts';

export type RuleOptions = RuleDays & CheckContext;

/** Checks an application, a step or a part; ignores lists behind a "no". @returns field path → codes, in form order */
export function checkApplication(
  type: ApplicationType | null,
  values: Partial<ApplicationValues>,
  options: RuleOptions & FieldChoice,
): FieldErrors {
  const errors: FieldErrors = {};
  const cross = crossIssues(values, options);
  for (const field of fieldsOf(type, options).filter(({ name }) => isApplicable(name, values))) {
    const { name } = field;
    const own = kindOf(field)
      .check(values[name], field, options)
      .map(({ path, code }) => ({ path: path ? `${name}.${path}` : name, code }));
    const between = cross.filter(({ path }) => path === name || path.startsWith(`${name}.`));
    for (const { path, code } of [...own, ...between]) errors[path] = [...(errors[path] ?? []), code];
  }
  return errors;
}
