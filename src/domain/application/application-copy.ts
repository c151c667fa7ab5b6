/** A whole application as people read it, for the copy that the confirmation offers: parts, labels and answers as text. */
import { answerText, type Reader } from './answers.ts';
import { type FieldKind, FLAG_OF, fieldsOf, LISTS, type ListName, type Part, partsOf } from './fields.ts';
import type { ApplicationType } from './types.ts';
import type { ApplicationValues } from './values.ts';

export interface PresentedRow {
  name: string;
  label: string;
  /** `''` where nothing was answered. */
  value: string;
}

export interface PresentedPart {
  part: Part;
  rows: PresentedRow[];
  /** Items of the part's lists, each with its title. */
  items: { title: string; rows: PresentedRow[] }[];
}

/** Every answer of an application; what a "no" leaves out is not among them. */
export function presentApplication(type: ApplicationType, values: ApplicationValues, reader: Reader): PresentedPart[] {
  const answers: Record<string, unknown> = { ...values };
  return partsOf(type).map((part) => {
    const asked = fieldsOf(type, { part }).filter(({ name }) => {
      const flag = FLAG_OF[name];
      return !flag || values[flag] === 'yes';
    });
    return {
      part,
      rows: asked
        .filter(({ name }) => !(name in LISTS))
        .map(({ name, kind }) => ({
          name,
          label: reader.t(`fields.${name}.label`, { context: type }),
          value: answerText(kind, answers[name], reader),
        })),
      items: asked
        .filter(({ name }) => name in LISTS)
        .flatMap(({ name }) => presentItems(name as ListName, answers[name], reader)),
    };
  });
}

function presentItems(list: ListName, items: unknown, reader: Reader): PresentedPart['items'] {
  const fields = Object.entries(LISTS[list].item) as [string, { kind: FieldKind }][];
  return ((items ?? []) as Record<string, unknown>[]).map((item, index) => ({
    title: reader.t(`lists.${list}.item`, { number: index + 1 }),
    rows: fields.map(([name, { kind }]) => ({
      name,
      label: reader.t(`items.${list}.${name}.label`),
      value: answerText(kind, item[name], reader),
    })),
  }));
}
