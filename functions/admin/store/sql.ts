/** SQL with its values, to be inserted into a statement of {@link sql}. */
export class Fragment {
  readonly text: string;
  readonly values: readonly unknown[];
  constructor(text: string, values: readonly unknown[]) {
    this.text = text;
    this.values = values;
  }
}

/** A part of a statement: its values are bound, fragments inserted. @example fragment`status = ${status}` */
export function fragment(texts: TemplateStringsArray, ...values: unknown[]): Fragment {
  const parts = values.map((value) => (value instanceof Fragment ? value : new Fragment('?', [value])));
  return new Fragment(
    String.raw({ raw: texts }, ...parts.map(({ text }) => text)),
    parts.flatMap((part) => part.values),
  );
}

/** A statement like a {@link fragment}. @example sql(db)`DELETE FROM tokens WHERE hash = ${hash}` */
export const sql =
  (db: D1Database) =>
  (texts: TemplateStringsArray, ...values: unknown[]): D1PreparedStatement => {
    const { text, values: bound } = fragment(texts, ...values);
    return db.prepare(text).bind(...bound);
  };

export function joinFragments(parts: readonly Fragment[], separator: string): Fragment {
  return new Fragment(
    parts.map(({ text }) => text).join(separator),
    parts.flatMap(({ values }) => values),
  );
}

/** SQL: whether the previous statement of the batch wrote a row. */
export const IS_WRITTEN = fragment`changes() > 0`;

/** SQL: a list for `IN`, of any length. */
export const listOf = (values: readonly string[]): Fragment =>
  fragment`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
