/** Reads an applicant's messages, separate from the other responses, since most pages show none. */
import * as v from 'valibot';

const messageSchema = v.object({
  sent_at: v.string(),
  text: v.string(),
  answer: v.nullish(v.object({ text: v.string(), answered_at: v.string() }), null),
});
export type MessageEntry = v.InferOutput<typeof messageSchema>;

export function readMessages(value: unknown): MessageEntry[] | null {
  const result = v.safeParse(v.object({ messages: v.array(messageSchema) }), value);
  return result.success ? result.output.messages : null;
}
