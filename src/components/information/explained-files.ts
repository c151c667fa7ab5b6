import { FIELDS, isFieldName } from '../../domain/application/fields.ts';

/** The files that a document explains, as `type.field` or `relatives.field`: a plain name is the field of each type that has it. */
export const explainedFiles = (explains: readonly string[]): string[] =>
  explains.flatMap((name) => (isFieldName(name) ? FIELDS[name].types.map((type) => `${type}.${name}`) : [name]));
