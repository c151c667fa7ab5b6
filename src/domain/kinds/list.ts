/** A list of items; the answers of an item are fields themselves. */
import { address } from './address.ts';
import { CHOICE_KINDS } from './choice.ts';
import { date } from './date.ts';
import { FILE_KINDS } from './file.ts';
import {
  type FieldRule,
  type Issue,
  isTextRecord,
  type Kind,
  type Part,
  parseJson,
  textOfPart,
  UnreadablePart,
} from './kind.ts';
import { TEXT_KINDS } from './text.ts';

/** Kinds of a single answer: those of an item, and most of the form's. */
export const SINGLE_KINDS = { ...TEXT_KINDS, date, ...CHOICE_KINDS, address, ...FILE_KINDS } satisfies Record<
  string,
  Kind<unknown, unknown, unknown>
>;

export type SingleKind = keyof typeof SINGLE_KINDS;

/** The value of a kind. */
export type ValueOfKind<K> = K extends Kind<infer Value, infer _Form, infer _Recorded> ? Value : never;

export interface ItemField extends FieldRule {
  kind: SingleKind;
}
type ItemFields = Record<string, ItemField>;

type ItemOf<Fields extends ItemFields> = {
  [Name in keyof Fields]: ValueOfKind<(typeof SINGLE_KINDS)[Fields[Name]['kind']]>;
};
type Item = Record<string, unknown>;
/** What a host's record holds of an item: only what could be read. */
export type RecordedItem = Partial<Record<string, string>>;

const item = <const K extends SingleKind>(kind: K, required = true, max: number = SINGLE_KINDS[kind].max) => ({
  kind,
  required,
  max,
});

/** In the order asked. The two files travel as repeated parts. */
export const RELATIVE_FIELDS = {
  kinship: item('kinship'),
  file6: item('file'),
  surname: item('name'),
  name: item('name'),
  middlename: item('name', false),
  birth_of_date: item('date'),
  citizenship: item('country'),
  relativePassport: item('passport'),
  relativeInn: item('text', false, 20),
  marriage_or_birth_document_file: item('file'),
} as const satisfies ItemFields;

export const PREVIOUS_TRIP_FIELDS = {
  previos_trip_aim: item('text'),
  date_from: item('date'),
  date_to: item('date'),
} as const satisfies ItemFields;

export const LAST_TRIP_FIELDS = {
  trip_country: item('country'),
  trip_aim: item('text'),
  date_from: item('date'),
  date_to: item('date'),
} as const satisfies ItemFields;

export type Relative = ItemOf<typeof RELATIVE_FIELDS>;
export type PreviousTrip = ItemOf<typeof PREVIOUS_TRIP_FIELDS>;
export type LastTrip = ItemOf<typeof LAST_TRIP_FIELDS>;

/** Largest number of items: more than any family has, and a limit for the host. */
export const MAX_ITEMS = 50;

export interface ListKind<Fields extends ItemFields, Value> extends Kind<Value[], Item[], RecordedItem[]> {
  fields: Fields;
  emptyItem(): Item;
  /** An item as the form has it. */
  emptyFormItem(): Item;
  itemFromRecord(recorded: RecordedItem): Item;
}

const single = (kind: SingleKind): Kind<unknown, unknown, unknown> => SINGLE_KINDS[kind];

/** The two dates of a trip, which a form keeps one level deeper (specification §3). */
const NESTED = ['date_from', 'date_to'];

/** Names under which forms, and some hosts, keep the dates of a trip (specification §3). */
const DATE_GROUPS = ['previos_trip_date', 'trim_date'];

/** @param dateGroup where the form keeps the two dates of an item; null for items without */
function listKind<const Fields extends ItemFields>(
  fields: Fields,
  dateGroup: string | null,
): ListKind<Fields, ItemOf<Fields>> {
  const entries: [string, ItemField, Kind<unknown, unknown, unknown>][] = Object.entries(fields).map(
    ([name, field]) => [name, field, single(field.kind)],
  );
  const mapItem = (value: (name: string, kind: Kind<unknown, unknown, unknown>) => unknown): Item =>
    Object.fromEntries(entries.map(([name, , kind]) => [name, value(name, kind)]));
  const files = entries.filter(([, , { shape }]) => shape === 'file').map(([name]) => name);

  const nest = (flat: Item): Item => {
    if (!dateGroup) return flat;
    const { date_from, date_to, ...rest } = flat;
    return { ...rest, [dateGroup]: { date_from, date_to } };
  };
  const flatten = (form: Item): Item => (dateGroup ? { ...form, ...(form[dateGroup] as Item) } : form);

  const emptyItem = () => mapItem((_, kind) => kind.empty());
  const itemFromRecord = (recorded: RecordedItem) => mapItem((name, kind) => kind.fromRecord(recorded[name]));

  function checkItem(value: unknown, context: Parameters<Kind<unknown>['check']>[2]): Issue[] {
    if (typeof value !== 'object' || value === null) return [{ path: '', code: 'required' }];
    return entries.flatMap(([name, field, kind]) =>
      kind
        .check((value as Item)[name], field, context)
        .map(({ path, code }) => ({ path: path ? `${name}.${path}` : name, code })),
    );
  }

  /** An item as JSON: a stored file is named by its path, so that the host can tell items apart; a new one is a part. */
  function itemToJson(value: Item, newFiles: Part[]): Item {
    const json = entries.map(([name, , kind]) => {
      const sent = files.includes(name) ? kind.toParts(name, value[name]) : [];
      newFiles.push(...sent);
      return [name, sent.length > 0 || value[name] === undefined ? undefined : kind.toRecord(value[name])];
    });
    return Object.fromEntries(json.filter(([, entry]) => entry !== undefined));
  }

  function readItem(field: unknown, read: Parameters<Kind<unknown>['readRecord']>[1]): RecordedItem | undefined {
    const found = read.object(field);
    if (!found) return undefined;
    const flat: Item = Object.assign({}, ...DATE_GROUPS.map((group) => read.object(found[group])), found);
    const known = entries.filter(([name]) => name in flat);
    if (known.length === 0) return undefined;
    const answers = known.map(([name, , kind]) => [name, kind.readRecord(flat[name], read)]);
    return Object.fromEntries(answers.filter(([, answer]) => answer !== undefined));
  }

  const kind: ListKind<Fields, Item> = {
    shape: 'list',
    max: 0,
    fields,
    emptyItem,
    emptyFormItem: () => nest(mapItem((_, one) => one.toForm(one.empty()))),
    itemFromRecord,
    empty: () => [],
    toForm: (items) => items.map((value) => nest(mapItem((name, one) => one.toForm(value[name])))),
    fromForm: (items) =>
      items.map((form) => {
        const flat = flatten(form);
        return mapItem((name, one) => one.fromForm(flat[name]));
      }),
    formPath(path) {
      const [index, name = '', ...rest] = path.split('.');
      const isNested = dateGroup && NESTED.includes(name);
      return isNested ? [index, dateGroup, name, ...rest].join('.') : path;
    },
    normalize: (items) => items.map((value) => mapItem((name, one) => one.normalize(value[name]))),
    check(value, _rule, context) {
      if (!Array.isArray(value) || value.length === 0) return [{ path: '', code: 'required' }];
      if (value.length > MAX_ITEMS) return [{ path: '', code: 'too_many' }];
      return value.flatMap((one: unknown, index) =>
        checkItem(one, context).map(({ path, code }) => ({ path: path ? `${index}.${path}` : String(index), code })),
      );
    },
    toParts(name, items, recorded = []) {
      const newFiles: Part[] = [];
      // An item that has not changed is sent with nothing that the host did not return.
      const same = new Map(recorded.map((one) => [JSON.stringify(itemFromRecord(one)), one]));
      const json = items.map((value) => same.get(JSON.stringify(value)) ?? itemToJson(value, newFiles));
      return [{ name, value: JSON.stringify(json) }, ...newFiles];
    },
    fromParts(name, parts) {
      const text = textOfPart(name, parts);
      if (text === null) return [];
      const items = parseJson(text);
      if (!Array.isArray(items)) throw new UnreadablePart(name);
      const queues = new Map(files.map((file) => [file, parts.filter((part) => part.name === file)]));
      // One more than there may be says that there are too many; no work is done for the rest.
      return items.slice(0, MAX_ITEMS + 1).map((sent: unknown) => {
        if (!isTextRecord(sent)) throw new UnreadablePart(name);
        return mapItem((field, one) => {
          if (!files.includes(field)) return sent[field] ?? one.empty();
          const part = sent[field] ? undefined : queues.get(field)?.shift();
          return sent[field] ? { path: sent[field] } : one.fromParts(field, part ? [part] : []);
        });
      });
    },
    readRecord(field, read) {
      const found = read.list(field);
      if (!found) return undefined;
      const items = found.slice(0, MAX_ITEMS).map((entry) => readItem(entry, read));
      const known = items.filter((one): one is RecordedItem => one !== undefined);
      return known.length === 0 && found.length > 0 ? undefined : known;
    },
    fromRecord: (recorded) => recorded?.map(itemFromRecord) ?? [],
    toRecord: (items) => items.map((value) => itemToJson(value, []) as RecordedItem),
    describe: (items) => String(items.length),
    fileParts: () => files.flatMap((name) => single((fields[name] as ItemField).kind).fileParts(name)),
    mapFiles: (items, replace, list) =>
      (items as Item[]).map((value, index) => ({
        ...emptyItem(),
        ...value,
        ...Object.fromEntries(
          files.map((field) => [field, replace(value[field], { field, path: `${list}.${index}.${field}` })]),
        ),
      })),
  };
  return kind as ListKind<Fields, ItemOf<Fields>>;
}

export const LIST_KINDS = {
  relatives: listKind(RELATIVE_FIELDS, null),
  previousTrips: listKind(PREVIOUS_TRIP_FIELDS, 'previos_trip_date'),
  lastTrips: listKind(LAST_TRIP_FIELDS, 'trim_date'),
};
