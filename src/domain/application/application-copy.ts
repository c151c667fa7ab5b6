/** A whole application as text, for the confirmation's copy: parts, labels and answers. */
import { answerText, isAnswer, type Reader } from './answers.ts';
import { fieldsOf, isAsked, isListName, type ListName, listKindOf, type Part, partsOf } from './fields.ts';
import type { ApplicationType } from './types.ts';
import type { ApplicationValues } from './values.ts';

export interface PresentedRow {
  name: string;
  label: string;
  value: string;
}

export interface PresentedPart {
  part: Part;
  rows: PresentedRow[];
  items: { title: string; rows: PresentedRow[] }[];
}

/** Every answer of an application, without those behind a "no". */
export function presentApplication(type: ApplicationType, values: ApplicationValues, reader: Reader): PresentedPart[] {
  return partsOf(type).map((part) => {
    const asked = fieldsOf(type, { part }).filter((field) => isAsked(field.name, values) && isAnswer(field));
    return {
      part,
      rows: asked
        .filter(({ name }) => !isListName(name))
        .map(({ name, kind }) => ({
          name,
          label: reader.t(`fields.${name}.label`, { context: type }),
          value: answerText(kind, values[name], reader),
        })),
      items: asked.flatMap(({ name }) => (isListName(name) ? presentItems(name, values[name], reader) : [])),
    };
  });
}

function presentItems(
  list: ListName,
  items: readonly Record<string, unknown>[],
  reader: Reader,
): PresentedPart['items'] {
  const fields = Object.entries(listKindOf(list).fields).filter(([, field]) => isAnswer(field));
  return items.map((item, index) => ({
    title: reader.t(`lists.${list}.item`, { number: index + 1 }),
    rows: fields.map(([name, { kind }]) => ({
      name,
      label: reader.t(`items.${list}.${name}.label`),
      value: answerText(kind, item[name], reader),
    })),
  }));
}
