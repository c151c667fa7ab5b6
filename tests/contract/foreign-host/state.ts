/** The foreign host's state in memory, and the shape of its responses and errors, unlike the embedded host's. */
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
  /** The public origin, used in file links. */
  origin: string;
  faults: ReadonlySet<Fault>;
  applications: Map<number, Application>;
  /** By the id in the link. */
  files: Map<string, StoredFile>;
  /** Token → application. */
  tokens: Map<string, number>;
  /** Idempotency-Key → digest of its body and the id of the application. */
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

/** A response; a body is sent as JSON unless it is a Buffer. */
export interface Reply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** Ends a call with an error in the shape of RFC 9457, without the portal's error codes. */
export class Problem extends Error {
  readonly status: number;
  constructor(status: number, title: string) {
    super(title);
    this.status = status;
  }
}

export const ok = (body: unknown): Reply => ({ status: 200, body });

/** Weak parameters keep the tests fast. */
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
