/** The type of a check, and the client and applicants that checks share. */

import type { EndpointId } from '../../src/domain/api/endpoints.ts';
import { readExists } from '../../src/domain/api/responses.ts';
import { TOKEN } from '../../src/domain/api/token.ts';
import { readCreated } from '../../src/domain/application/created.ts';
import { type ApplicantRecord, readLogin, readWriteResponse } from '../../src/domain/application/record.ts';
import { APPLICATION_ENDPOINTS, type ApplicationType } from '../../src/domain/application/types.ts';
import { assert, type Consequence, type Effect, NotChecked, received } from './finding.ts';
import type { CallOptions, HostClient, HostReply } from './host-client.ts';
import { bodyOf, type CreatedApplication, newPerson, type Person, type SampleFiles } from './people.ts';
import { isDone } from './responses.ts';

/** 1: reachability and error bodies. 2: applying and signing in. 3: changes, idempotency and files. 4: optional calls. */
export const LEVELS = {
  1: 'The host is reachable, and its errors can be read',
  2: 'Applicants can apply and sign in',
  3: 'Changes, repeated sending and files',
  4: 'What a host may lack',
} as const;
export type Level = 1 | 2 | 3 | 4;

export interface Check {
  /** As listed in docs/host.md. */
  name: string;
  level: Level;
  /** Effect on the portal when the check fails, unless the finding has its own. */
  effect: Effect;
  /** Meaning for applicants when the check fails: a sentence. */
  means: string;
  /** How to fix it: a sentence or two. */
  mend: string;
  /** @throws Finding, Missing or NotChecked */
  run(context: CheckContext): Promise<void>;
}

/** The host client and test applicants of a run, with the calls that several checks make. */
export class CheckContext {
  readonly host: HostClient;
  readonly origin: string;
  readonly files: SampleFiles;
  readonly created: CreatedApplication[] = [];
  readonly passwords = new Set<string>();
  readonly #domain: string;
  readonly #people = new Map<ApplicationType, Person>();

  constructor(options: { host: HostClient; origin: string; files: SampleFiles; mailDomain: string }) {
    this.host = options.host;
    this.origin = options.origin;
    this.files = options.files;
    this.#domain = options.mailDomain;
  }

  newPerson(type: ApplicationType): Person {
    const person = newPerson(type, this.files, this.#domain);
    this.passwords.add(person.password);
    return person;
  }

  /** The applicant of this type that an earlier check created. @throws NotChecked if there is none */
  person(type: ApplicationType): Person & { record: NonNullable<Person['record']> } {
    const person = this.#people.get(type);
    if (!person?.record) throw new NotChecked(`requires a ${type}’s application and its record`);
    return person as Person & { record: NonNullable<Person['record']> };
  }

  /** The saved applicants, one of each type. */
  people(): Person[] {
    return [...this.#people.values()];
  }

  /** Sends an application, and adds it to {@link created} when the host stored it. */
  async create(
    person: Person,
    options: CallOptions & { changes?: Partial<Person['values']> } = {},
  ): Promise<HostReply> {
    const { changes, ...rest } = options;
    const { type, password, key } = person;
    const form = bodyOf(type, { ...person.values, ...changes }, { password });
    const reply = await this.host.call(APPLICATION_ENDPOINTS[type].create, {}, { form, key, ...rest });
    if (isDone(reply)) {
      const { id } = readCreated(reply.body);
      const isKnown = this.created.some((one) => one.email === person.email && one.id === id);
      if (!isKnown) this.created.push({ id, email: person.email, type });
    }
    return reply;
  }

  savePerson(person: Person): void {
    this.#people.set(person.type, person);
  }

  /** Sends a change. @param values of the whole form */
  update(
    person: Person,
    values: Person['values'],
    options: CallOptions & { version?: number } = {},
  ): Promise<HostReply> {
    const { version = person.record?.version, ...rest } = options;
    const form = bodyOf(person.type, values, version === undefined ? {} : { version: String(version) });
    const id: EndpointId = APPLICATION_ENDPOINTS[person.type].update;
    return this.host.call(id, { id: person.record?.id ?? '' }, { form, ...tokenOf(person), ...rest });
  }

  /**
   * The record of a new application, from the response to its creation or to a sign-in; null if neither has one. Sets the
   * person's token when it signs in.
   */
  async recordOf(person: Person, created: HostReply): Promise<ApplicantRecord | null> {
    const reply = readWriteResponse(created.body);
    if (reply?.email) return reply;
    const login = readLogin((await this.login(person)).body);
    if (!login) return reply;
    person.token = login.token;
    return login.record;
  }

  login({ email, password }: Pick<Person, 'email' | 'password'>): Promise<HostReply> {
    return this.host.call('login', {}, { json: { email, password } });
  }

  /** Signs in and sets the person's token. @returns the token @throws Finding */
  async signIn(person: Person): Promise<string> {
    return this.applySignIn(person, await this.login(person));
  }

  /** Sets the person's token from the response to a sign-in. @returns the token @throws Finding */
  applySignIn(person: Person, reply: HostReply): string {
    const login = isDone(reply) ? readLogin(reply.body) : null;
    assert(login !== null, `login: expected 200 with a token and the record in object, received ${received(reply)}`);
    assert(TOKEN.test(login.token), `login: expected ${TOKEN_FORM}, received ${login.token.length} characters`);
    const [expected, id] = [person.record?.id, login.record.id];
    assert(id === expected, `login: expected the record ${expected}, received the record ${id}`, STRANGER);
    person.token = login.token;
    return login.token;
  }

  /** Creates an application that only the calling check uses. @throws NotChecked if the host does not store it */
  async createNew(type: ApplicationType): Promise<{ person: Person; reply: HostReply }> {
    const person = this.newPerson(type);
    const reply = await this.create(person);
    if (!isDone(reply)) throw new NotChecked(`requires create-${type} to store an application`);
    return { person, reply };
  }

  /** Returns whether an address has an application. @throws Finding */
  async exists(email: string): Promise<boolean> {
    const reply = await this.host.call('checkEmail', {}, { json: { email } });
    const exists = isDone(reply) ? readExists(reply.body) : null;
    assert(
      exists !== null,
      `checkEmail: expected 200 {"exists": true or false}, received ${received(reply)}`,
      UNKNOWN_ADDRESS,
    );
    return exists;
  }
}

const TOKEN_FORM = 'a token of 20 to 4096 characters (docs/decisions/tokens.md)';

const STRANGER: Consequence = { effect: 'unsafe', means: 'An applicant sees another applicant’s application.' };

const UNKNOWN_ADDRESS: Consequence = {
  effect: 'worsens',
  means:
    'The portal can’t tell before sending whether the address has an application already, nor after a lost response whether the application arrived.',
};

export const tokenOf = ({ token }: Person) => (token === undefined ? {} : { token });

/** Statuses that refuse a token. */
export const TOKEN_REFUSED = [403, 401];

/** Whether a response refuses the token of its request. */
export const isTokenRefused = ({ status }: HostReply) => TOKEN_REFUSED.includes(status);
