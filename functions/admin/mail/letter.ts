/** A mail as its parts, before it is plain text or HTML. */

/** One stage on the way of the application. */
export interface Step {
  state: 'done' | 'now' | 'next' | 'stopped';
  /** The state in a word, for plain text and screen readers. */
  word: string;
  title: string;
  /** When it was, or by when it will be; empty where nobody knows. */
  when: string;
}

export type Part =
  | { text: string }
  /** A link beside the one of the button; its address is shown whole. */
  | { link: string; href: string }
  /** Set large, to be read out or typed. */
  | { code: string }
  /** What somebody wrote, or a list of what is asked for. */
  | { quote: string; title: string; items: readonly string[] }
  /** The document of a visa: verdict, then rows of label and value. */
  | { verdict: string; rows: readonly (readonly [string, string])[]; picture: string | null; alt: string };

export interface Letter {
  /** Name of the portal. */
  sender: string;
  /** What the mail is about, such as the application's number; empty for none. */
  about: string;
  title: string;
  tone: 'info' | 'success' | 'warning' | 'error';
  greeting: string;
  parts: readonly Part[];
  /** The one thing to do. */
  button: { label: string; href: string; fallback: string } | null;
  /** Said after the button. */
  after: readonly string[];
  way: { title: string; steps: readonly Step[] } | null;
  foot: readonly string[];
}
