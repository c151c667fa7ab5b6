/**
 * The one schema per application type, made from the field table; the form, the review, the payload and the admin host
 * all check with it.
 */
import * as v from 'valibot';
import type { FieldErrors } from '../api/errors.ts';
import { crossIssues } from './cross-rules.ts';
import type { FieldCode } from './field-codes.ts';
import { type FieldRule, fieldSchema, type RuleOptions } from './field-schemas.ts';
import { type FieldChoice, FLAG_OF, fieldsOf, LISTS, type ListName, MAX_ITEMS, type NamedField } from './fields.ts';
import type { ApplicationType } from './types.ts';
import type { ApplicationValues } from './values.ts';

export type { RuleOptions } from './field-schemas.ts';

/**
 * Checks an application, or one step or part of it; without a type step 1, see {@link fieldsOf}.
 * @param values the fields of {@link fieldsOf}; a list whose flag is "no" is not looked at
 * @param options.step only that step's fields, as with `part`; rules between fields see all values that are given
 * @returns field path → codes, in the order in which the fields are asked; empty when all is well
 */
export function checkApplication(
  type: ApplicationType | null,
  values: Partial<ApplicationValues>,
  options: RuleOptions & FieldChoice,
): FieldErrors {
  const fields = fieldsOf(type, options).filter((field) => applies(field, values));
  const errors: FieldErrors = {};
  const add = (path: string, code: string) => {
    const codes = errors[path];
    if (!codes) errors[path] = [code];
    else if (!codes.includes(code)) codes.push(code);
  };
  const cross = crossIssues(values, options);
  for (const field of fields) {
    const schema = field.name in LISTS ? listSchema(field.name as ListName, options) : fieldSchema(field, options);
    const result = v.safeParse(schema, values[field.name]);
    for (const issue of result.issues ?? []) {
      const inner = issue.path?.map((part) => String(part.key)) ?? [];
      add([field.name, ...inner].join('.'), issue.message);
    }
    const own = (path: string) => path === field.name || path.startsWith(`${field.name}.`);
    for (const { path, code } of cross) if (own(path)) add(path, code);
  }
  return errors;
}

function applies(field: NamedField, values: Partial<ApplicationValues>): boolean {
  const flag = FLAG_OF[field.name];
  return flag === undefined || values[flag] === 'yes';
}

/** A list behind a "yes" has at least one item and at most {@link MAX_ITEMS}; only such a list's items are looked at. */
function listSchema(list: ListName, options: RuleOptions): v.GenericSchema<unknown> {
  const item: Record<string, FieldRule> = LISTS[list].item;
  const entries = Object.fromEntries(
    Object.entries(item).map(([name, field]) => [name, fieldSchema(field, options)] as const),
  );
  return v.pipe(
    v.array(v.unknown(), 'required' satisfies FieldCode),
    v.minLength(1, 'required' satisfies FieldCode),
    v.maxLength(MAX_ITEMS, 'too_many' satisfies FieldCode),
    v.array(v.object(entries, 'required' satisfies FieldCode)),
  );
}
