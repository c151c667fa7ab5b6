export interface Step {
  state: 'done' | 'now' | 'next' | 'stopped';
  /** The state as a word, for plain text and screen readers. */
  word: string;
  title: string;
  /** The date, or the expected date; empty where unknown. */
  when: string;
}

export type Part =
  | { text: string }
  /** A second link; its address is shown in full. */
  | { link: string; href: string }
  /** Set large, to read out or type. */
  | { code: string }
  /** A quoted text, or a list of requested changes. */
  | { quote: string; title: string; items: readonly string[] }
  /** The document of a visa: verdict, then rows of label and value. */
  | { verdict: string; rows: readonly (readonly [string, string])[]; picture: string | null; alt: string };

export interface Letter {
  /** Name of the portal. */
  sender: string;
  /** Subject of the mail, such as the application number; empty for none. */
  about: string;
  title: string;
  tone: 'info' | 'success' | 'warning' | 'error';
  greeting: string;
  parts: readonly Part[];
  button: { label: string; href: string; fallback: string } | null;
  /** Paragraphs after the button. */
  after: readonly string[];
  timeline: { title: string; steps: readonly Step[] } | null;
  foot: readonly string[];
}
