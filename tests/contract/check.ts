/** A check, and what it works with. */

import type { EndpointId } from '../../src/domain/api/endpoints.ts';
import { readExists } from '../../src/domain/api/responses.ts';
import { TOKEN } from '../../src/domain/api/token.ts';
import { readCreated } from '../../src/domain/application/created.ts';
import { type ApplicantRecord, readData, readLogin } from '../../src/domain/application/record.ts';
import { APPLICATION_ENDPOINTS, type ApplicationType } from '../../src/domain/application/types.ts';
import { isDone } from './answers.ts';
import { type Consequence, describeResponse, type Effect, expectThat, NotChecked } from './finding.ts';
import type { CallOptions, HostClient, Told } from './host-client.ts';
import { bodyOf, type Made, newPerson, type Person, type SampleFiles } from './people.ts';

/** 1: reachable, errors in shape. 2: creation and sign-in. 3: changes, idempotency, files. 4: optional calls. */
export const LEVELS = {
  1: 'The host is reachable, and its errors can be read',
  2: 'Applicants can apply and sign in',
  3: 'Changes, repeated sending and files',
  4: 'What a host may lack',
} as const;
export type Level = 1 | 2 | 3 | 4;

export interface Check {
  /** The name, also in docs/host.md. */
  name: string;
  level: Level;
  /** The effect on the portal when the check fails, unless the finding has its own. */
  effect: Effect;
  /** The meaning for applicants when the check fails: a sentence. */
  means: string;
  /** The remedy: a sentence or two. */
  mend: string;
  /** @throws Finding, Missing or NotChecked */
  run(bench: Bench): Promise<void>;
}

/** A run: its client, the applicants that it has created, and common steps. */
export class Bench {
  readonly host: HostClient;
  readonly origin: string;
  readonly files: SampleFiles;
  readonly made: Made[] = [];
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

  /** Returns the applicant of a type that an earlier check created. @throws NotChecked without one */
  person(type: ApplicationType): Person & { record: NonNullable<Person['record']> } {
    const person = this.#people.get(type);
    if (!person?.record) throw new NotChecked(`it needs an application of a ${type} and its record`);
    return person as Person & { record: NonNullable<Person['record']> };
  }

  /** Returns all created applicants, the first of each type. */
  people(): Person[] {
    return [...this.#people.values()];
  }

  /** Sends an application and records its result. */
  async create(person: Person, options: CallOptions & { changes?: Partial<Person['values']> } = {}): Promise<Told> {
    const { changes, ...rest } = options;
    const { type, password, key } = person;
    const form = bodyOf(type, { ...person.values, ...changes }, { password });
    const told = await this.host.call(APPLICATION_ENDPOINTS[type].create, {}, { form, key, ...rest });
    if (isDone(told)) {
      const { id } = readCreated(told.body);
      const isKnown = this.made.some((one) => one.email === person.email && one.id === id);
      if (!isKnown) this.made.push({ id, email: person.email, type });
    }
    return told;
  }

  keep(person: Person): void {
    this.#people.set(person.type, person);
  }

  /** Sends a change. @param values like in the form */
  update(person: Person, values: Person['values'], options: CallOptions & { version?: number } = {}): Promise<Told> {
    const { version = person.record?.version, ...rest } = options;
    const form = bodyOf(person.type, values, version === undefined ? {} : { version: String(version) });
    const id: EndpointId = APPLICATION_ENDPOINTS[person.type].update;
    return this.host.call(id, { id: person.record?.id ?? '' }, { form, ...tokenOf(person), ...rest });
  }

  /**
   * Returns the record of an application just stored: from the creation's response, else from a sign-in, whose session the
   * person keeps; null without either.
   */
  async recordOf(person: Person, created: Told): Promise<ApplicantRecord | null> {
    const told = readData(created.body);
    if (told?.email) return told;
    const login = readLogin((await this.login(person)).body);
    if (!login) return told;
    person.token = login.token;
    return login.record;
  }

  login({ email, password }: Pick<Person, 'email' | 'password'>): Promise<Told> {
    return this.host.call('login', {}, { json: { email, password } });
  }

  /** Signs in again; the person gets the token. @returns the token @throws Finding */
  async signIn(person: Person): Promise<string> {
    return this.takeSignIn(person, await this.login(person));
  }

  /** Stores the token of a sign-in. @returns the token @throws Finding */
  takeSignIn(person: Person, told: Told): string {
    const login = isDone(told) ? readLogin(told.body) : null;
    expectThat(
      login !== null,
      `login: expected 200 with a token and the record in object, received ${describeResponse(told)}`,
    );
    expectThat(TOKEN.test(login.token), `login: expected ${TOKEN_FORM}, received ${login.token.length} characters`);
    const [expected, id] = [person.record?.id, login.record.id];
    expectThat(id === expected, `login: expected the record ${expected}, received the record ${id}`, STRANGER);
    person.token = login.token;
    return login.token;
  }

  /** Stores a separate application. @throws NotChecked where that fails */
  async stored(type: ApplicationType): Promise<{ person: Person; told: Told }> {
    const person = this.newPerson(type);
    const told = await this.create(person);
    if (!isDone(told)) throw new NotChecked(`it needs create-${type} to store something`);
    return { person, told };
  }

  /** Returns whether an address has an application. @throws Finding */
  async exists(email: string): Promise<boolean> {
    const told = await this.host.call('checkEmail', {}, { json: { email } });
    const exists = isDone(told) ? readExists(told.body) : null;
    expectThat(
      exists !== null,
      `checkEmail: expected 200 {"exists": true or false}, received ${describeResponse(told)}`,
      UNKNOWN_ADDRESS,
    );
    return exists;
  }
}

const TOKEN_FORM = 'a token of 20 to 4096 characters (docs/decisions/token-format.md)';

const STRANGER: Consequence = { effect: 'unsafe', means: 'An applicant gets to see somebody else’s application.' };

const UNKNOWN_ADDRESS: Consequence = {
  effect: 'worsens',
  means:
    'The portal does not know before the application is sent whether the address has one already, nor after a lost answer whether it arrived.',
};

export const tokenOf = ({ token }: Person) => (token === undefined ? {} : { token });

/** Statuses of a guarded call whose token is invalid. */
export const REFUSED = [403, 401];

/** Returns whether a guarded call reports an invalid token. */
export const isTokenRefused = ({ status }: Told) => REFUSED.includes(status);
