/** All kinds of fields, and those of lists, whose items have fields of their own. For a new kind see docs/recipes.md. */
import { isJsonObject, parseJson } from '../api/json.ts';
import { emptyMissingAnswers, fillMissingAnswers, MISSING_ANSWER } from '../input/missing-answers.ts';
import {
  type CheckContext,
  type FieldRule,
  type Issue,
  isTextObject,
  type Kind,
  type MultipartPart,
  textOfBodyPart,
  unreadableBodyPart,
} from './kind.ts';
import { SINGLE_KINDS, type SingleKind, type ValueOfKind } from './single.ts';

// The fields of list items, in form order

type ItemFields = Record<string, FieldRule & { kind: SingleKind }>;

type ItemOf<Fields extends ItemFields> = {
  [Name in keyof Fields]: ValueOfKind<(typeof SINGLE_KINDS)[Fields[Name]['kind']]>;
};
const item = <const K extends SingleKind>(kind: K, required = true, max: number = SINGLE_KINDS[kind].max) => ({
  kind,
  required,
  max,
});

/** The two files are sent as repeated parts. */
export const RELATIVE_FIELDS = {
  kinship: item('kinship'),
  file6: item('file'),
  surname: { ...item('name'), none: MISSING_ANSWER },
  name: { ...item('name'), none: MISSING_ANSWER },
  one_name: item('tick', false),
  middlename: item('name', false),
  birth_of_date: item('birthDate'),
  citizenship: item('country'),
  relativePassport: item('passport'),
  relativeInn: item('text', false, 20),
  marriage_or_birth_document_file: item('file'),
} as const satisfies ItemFields;

export const PREVIOUS_TRIP_FIELDS = {
  previos_trip_aim: item('text'),
  date_from: item('tripDate'),
  date_to: item('tripDate'),
} as const satisfies ItemFields;

export const LAST_TRIP_FIELDS = {
  trip_country: item('country'),
  trip_aim: item('text'),
  date_from: item('tripDate'),
  date_to: item('tripDate'),
} as const satisfies ItemFields;

type Item = Record<string, unknown>;
/** The known answers of a list item in a record. */
export type RecordedItem = Partial<Record<string, string>>;

/** Most items of a list: more than any family has, and a limit for the host. */
export const MAX_ITEMS = 50;

interface ListKind<Fields extends ItemFields, Value> extends Kind<Value[], Item[], RecordedItem[]> {
  fields: Fields;
  emptyFormItem(): Item;
  itemFromRecord(recorded: RecordedItem): Item;
}

type AnyKind = Kind<unknown, unknown, unknown>;

interface Shape {
  fields: readonly { name: string; rule: FieldRule; kind: AnyKind }[];
  files: readonly string[];
  /** The property in which forms keep an item's two dates (requirements: record-lists); null for items without dates. */
  dateGroup: string | null;
}

function shapeOf(fields: ItemFields, dateGroup: string | null): Shape {
  const entries = Object.entries(fields).map(([name, rule]) => {
    const kind: AnyKind = SINGLE_KINDS[rule.kind];
    return { name, rule, kind };
  });
  const files = entries.filter(({ kind }) => kind.shape === 'file').map(({ name }) => name);
  return { fields: entries, files, dateGroup };
}

const DATE_FIELDS = ['date_from', 'date_to'];

/** Names under which forms and some hosts keep a trip's dates (requirements: record-lists). */
export const DATE_GROUPS = ['previos_trip_date', 'trim_date'];

const mapItem = ({ fields }: Shape, answer: (name: string, kind: AnyKind) => unknown): Item =>
  Object.fromEntries(fields.map(({ name, kind }) => [name, answer(name, kind)]));

function nestDates({ dateGroup }: Shape, item: Item): Item {
  if (!dateGroup) return item;
  const { date_from, date_to, ...rest } = item;
  return { ...rest, [dateGroup]: { date_from, date_to } };
}

function itemFromForm(shape: Shape, form: Item): Item {
  const dates = shape.dateGroup && form[shape.dateGroup];
  const flat: Item = typeof dates === 'object' ? { ...form, ...dates } : form;
  return fillMissingAnswers(mapItem(shape, (name, kind) => kind.fromForm(flat[name])));
}

function nestedPath({ dateGroup }: Shape, path: string): string {
  const [index, name = '', ...rest] = path.split('.');
  return dateGroup && DATE_FIELDS.includes(name) ? [index, dateGroup, name, ...rest].join('.') : path;
}

export const prefixPaths = (parent: string, issues: readonly Issue[]): Issue[] =>
  issues.map(({ path, code }) => ({ path: path ? `${parent}.${path}` : parent, code }));

function checkItem({ fields }: Shape, value: unknown, context: CheckContext): Issue[] {
  if (typeof value !== 'object' || value === null) return [{ path: '', code: 'required' }];
  const item: Item = { ...value };
  return fields.flatMap(({ name, rule, kind }) => prefixPaths(name, kind.check(item[name], rule, context)));
}

function checkItems(shape: Shape, value: unknown, context: CheckContext): Issue[] {
  if (!Array.isArray(value) || value.length === 0) return [{ path: '', code: 'required' }];
  if (value.length > MAX_ITEMS) return [{ path: '', code: 'too_many' }];
  return value.flatMap((item: unknown, index) => prefixPaths(String(index), checkItem(shape, item, context)));
}

/** An item as it is stored, its stored files by path. New files have no path yet, and are added to `newFiles`. */
function itemToRecord({ fields, files }: Shape, item: Item, newFiles: MultipartPart[] = [], index = 0): RecordedItem {
  const recorded: RecordedItem = {};
  for (const { name, kind } of fields) {
    const sent = files.includes(name) ? kind.toBodyParts(name, item[name]) : [];
    newFiles.push(...sent.map((part) => ({ ...part, item: index })));
    const answer = sent.length > 0 || item[name] === undefined ? undefined : kind.toRecord(item[name]);
    if (typeof answer === 'string') recorded[name] = answer;
  }
  return recorded;
}

/** An unchanged item is sent exactly as the host gave it, with the files that the host keeps beside the list. */
function unchangedItem({ files }: Shape, recorded: RecordedItem, given: unknown): unknown {
  if (!isJsonObject(given)) return recorded;
  const beside = files.filter((name) => recorded[name] !== undefined && !given[name]);
  return { ...given, ...Object.fromEntries(beside.map((name) => [name, recorded[name]])) };
}

function itemsFromParts(shape: Shape, name: string, parts: readonly MultipartPart[]): Item[] {
  const text = textOfBodyPart(name, parts);
  if (text === null) return [];
  const items = parseJson(text);
  if (!Array.isArray(items)) throw unreadableBodyPart(name);
  const queues = new Map(shape.files.map((file) => [file, parts.filter((part) => part.name === file)]));
  // One item more than allowed proves that there are too many.
  return items.slice(0, MAX_ITEMS + 1).map((sent: unknown) => {
    if (!isTextObject(sent)) throw unreadableBodyPart(name);
    const item = mapItem(shape, (field, kind) => {
      if (!shape.files.includes(field)) return sent[field] ?? kind.empty();
      if (sent[field]) return kind.fromRecord(sent[field]);
      const part = queues.get(field)?.shift();
      return kind.fromBodyParts(field, part ? [part] : []);
    });
    return fillMissingAnswers(item);
  });
}

function listKind<const Fields extends ItemFields>(
  fields: Fields,
  dateGroup: string | null,
): ListKind<Fields, ItemOf<Fields>> {
  const shape = shapeOf(fields, dateGroup);
  const emptyItem = () => mapItem(shape, (_, one) => one.empty());
  const itemToForm = (item: Item) =>
    nestDates(
      shape,
      mapItem(shape, (name, one) => one.toForm(item[name])),
    );
  const itemFromRecord = (recorded: RecordedItem) =>
    fillMissingAnswers(mapItem(shape, (name, kind) => kind.fromRecord(recorded[name])));
  /** An item as text, without marks, which only qualify other answers. */
  const keyOf = (item: Item) =>
    JSON.stringify(mapItem(shape, (name, one) => one.shape !== 'mark' && one.normalize(item[name])));
  const kind: ListKind<Fields, Item> = {
    shape: 'list',
    max: 0,
    fields,
    emptyFormItem: () => itemToForm(emptyItem()),
    itemFromRecord,
    empty: () => [],
    toForm: (items) => items.map((item) => itemToForm(emptyMissingAnswers(item))),
    fromForm: (items) => items.map((form) => itemFromForm(shape, form)),
    formPath: (path) => nestedPath(shape, path),
    normalize: (items) => items.map((item) => mapItem(shape, (name, one) => one.normalize(item[name]))),
    check: (value, _rule, context) => checkItems(shape, value, context),
    toBodyParts(name, items, recorded = [], given = []) {
      const newFiles: MultipartPart[] = [];
      const own: readonly unknown[] = Array.isArray(given) && given.length === recorded.length ? given : [];
      const keys = recorded.map((one) => keyOf(itemFromRecord(one)));
      const sent = items.map((item, index) => {
        const key = keyOf(item);
        const at = keys[index] === key ? index : keys.indexOf(key);
        const same = recorded[at];
        return same ? unchangedItem(shape, same, own[at]) : itemToRecord(shape, item, newFiles, index);
      });
      return [{ name, value: JSON.stringify(sent) }, ...newFiles];
    },
    fromBodyParts: (name, parts) => itemsFromParts(shape, name, parts),
    fromRecord: (recorded) => recorded?.map(itemFromRecord) ?? [],
    toRecord: (items) => items.map((item) => itemToRecord(shape, item)),
    describe: (items) => String(items.length),
    fileParts: () => shape.fields.flatMap(({ name, kind: one }) => one.fileParts(name)),
    mapFiles: (items, replace, list) => {
      if (!Array.isArray(items)) return items;
      return items.map((item: Item, index) => ({
        ...emptyItem(),
        ...item,
        ...Object.fromEntries(
          shape.files.map((field) => [field, replace(item[field], { field, path: `${list}.${index}.${field}` })]),
        ),
      }));
    },
  };
  return kind as ListKind<Fields, ItemOf<Fields>>;
}

const LIST_KINDS = {
  relatives: listKind(RELATIVE_FIELDS, null),
  previousTrips: listKind(PREVIOUS_TRIP_FIELDS, 'previos_trip_date'),
  lastTrips: listKind(LAST_TRIP_FIELDS, 'trim_date'),
};

export const KINDS = { ...SINGLE_KINDS, ...LIST_KINDS };

export type FieldKind = keyof typeof KINDS;

export type ValueOf<K extends FieldKind> = ValueOfKind<(typeof KINDS)[K]>;
export type RecordedOf<K extends FieldKind> = (typeof KINDS)[K] extends Kind<infer _V, infer _F, infer R> ? R : never;

/** The kind of a field whose name is known only at run time. */
export const kindOf = (field: { kind: FieldKind }): Kind<unknown, unknown, unknown> => KINDS[field.kind];
