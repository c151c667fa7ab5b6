/** A whole application as text: parts, labels and answers. */

import type { FieldKind } from '../kinds/index.ts';
import { answerText, isAnswer, type TextContext } from './answers.ts';
import {
  FLAG_OF,
  fieldsOf,
  isApplicable,
  isListName,
  type ListName,
  listKindOf,
  type Part,
  partsOf,
} from './fields.ts';
import type { ApplicationType } from './types.ts';
import type { ApplicationValues } from './values.ts';

export interface PresentedRow {
  name: string;
  kind: FieldKind;
  label: string;
  value: string;
}

interface PresentedPart {
  part: Part;
  rows: PresentedRow[];
  /** Entries of lists, each with its list and its position there. */
  items: { list: ListName; place: number; title: string; rows: PresentedRow[] }[];
}

export function presentApplication(
  type: ApplicationType,
  values: ApplicationValues,
  textContext: TextContext,
): PresentedPart[] {
  return partsOf(type).map((part) => {
    const asked = fieldsOf(type, { part }).filter((field) => isApplicable(field.name, values) && isAnswer(field));
    return {
      part,
      rows: asked
        .filter(({ name }) => !isListName(name))
        .map(({ name, kind }) => ({
          name,
          kind,
          label: textContext.t(`fields.${name}.label`, { context: type }),
          value: answerText(kind, values[name], textContext),
        }))
        // The list follows a "yes", which says nothing more; words in place of "yes" come from earlier versions.
        .filter(({ name, value }) => value !== '' || !FLAG_OF[name]),
      items: asked.flatMap(({ name }) => (isListName(name) ? presentItems(name, values[name], textContext) : [])),
    };
  });
}

function presentItems(
  list: ListName,
  items: readonly Record<string, unknown>[],
  textContext: TextContext,
): PresentedPart['items'] {
  const fields = Object.entries(listKindOf(list).fields).filter(([, field]) => isAnswer(field));
  return items.map((item, index) => ({
    list,
    place: index,
    title: textContext.t(`lists.${list}.item`, { number: index + 1 }),
    rows: fields.map(([name, { kind }]) => ({
      name,
      kind,
      label: textContext.t(`items.${list}.${name}.label`),
      value: answerText(kind, item[name], textContext),
    })),
  }));
}
