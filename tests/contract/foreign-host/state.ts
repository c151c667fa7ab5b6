/** What the foreign host keeps, in memory, and how it answers: by its own habits, not the embedded host's. */
import { randomBytes, scryptSync } from 'node:crypto';
import type { ApplicationType } from '../../../src/domain/application/types.ts';
import type { Fault } from './faults.ts';

export interface StoredFile {
  name: string;
  type: string;
  bytes: Buffer;
}

export interface Application {
  id: number;
  type: ApplicationType;
  email: string;
  password: { salt: string; hash: string };
  /** Texts, lists and addresses; files by their ids. */
  fields: Record<string, unknown>;
  history: { status_type: string; created_at: string; note: null }[];
}

export interface State {
  /** As the world outside calls it. */
  origin: string;
  faults: ReadonlySet<Fault>;
  applications: Map<number, Application>;
  /** By id, which is in the link. */
  files: Map<string, StoredFile>;
  /** Token → application. */
  tokens: Map<string, number>;
  /** Idempotency-Key → what came with it, and what came of it. */
  keys: Map<string, { body: string; id: number }>;
  /** Address → code. */
  resets: Map<string, { code: string; tries: number }>;
  /** Signs the links to files. */
  linkKey: Buffer;
}

export const newState = (faults: readonly Fault[]): State => ({
  origin: '',
  faults: new Set(faults),
  applications: new Map(),
  files: new Map(),
  tokens: new Map(),
  keys: new Map(),
  resets: new Map(),
  linkKey: randomBytes(32),
});

/** An answer of the host; a body that is no Buffer is sent as JSON. */
export interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** Ends a call with a problem in this host's own shape (RFC 9457), which knows nothing of the portal's codes. */
export class Problem extends Error {
  readonly status: number;
  constructor(status: number, title: string) {
    super(title);
    this.status = status;
  }
}

export const ok = (body: unknown): Reply => ({ status: 200, body });

/** Cheap parameters: these are tests. */
const derived = (password: string, salt: string) => scryptSync(password, salt, 32, { cost: 1024 }).toString('hex');

export function hashPassword(password: string): Application['password'] {
  const salt = randomBytes(16).toString('hex');
  return { salt, hash: derived(password, salt) };
}

export const isPassword = ({ salt, hash }: Application['password'], password: string) =>
  derived(password, salt) === hash;

export function findByEmail({ applications }: State, email: string): Application | undefined {
  return [...applications.values()].find((one) => one.email === email);
}
