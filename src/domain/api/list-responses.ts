/** Reads the lists of an account, separate from the other responses, since most pages show none; null for a broken contract. */
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

const sessionSchema = v.object({
  created_at: v.string(),
  used_at: v.string(),
  browser: v.nullish(v.string(), ''),
  current: v.optional(v.boolean(), false),
});
/** A signed-in browser; times are ISO 8601, UTC, `current` marks the session that asks. */
export type SessionEntry = v.InferOutput<typeof sessionSchema>;

export function readSessions(value: unknown): SessionEntry[] | null {
  const result = v.safeParse(v.object({ sessions: v.array(sessionSchema) }), value);
  return result.success ? result.output.sessions : null;
}
