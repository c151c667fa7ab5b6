/** What a check is, and what it works with. */
import { readExists } from '../../src/domain/api/answers.ts';
import type { EndpointId } from '../../src/domain/api/endpoints.ts';
import { readData, readLogin } from '../../src/domain/application/record.ts';
import { APPLICATION_ENDPOINTS, type ApplicationType } from '../../src/domain/application/types.ts';
import { seeSuccess } from './answers.ts';
import { NotChecked, see } from './finding.ts';
import type { CallOptions, HostClient, Told } from './host-client.ts';
import { bodyOf, type Made, newPerson, type Person, type SampleFiles } from './people.ts';

/** 1: reachable, errors in shape. 2: creating and signing in. 3: changes, idempotency, files. 4: what a host may lack. */
export const LEVELS = {
  1: 'The host is reachable, and its errors can be read',
  2: 'Applicants can apply and sign in',
  3: 'Changes, repeated sending and files',
  4: 'What a host may lack',
} as const;
export type Level = 1 | 2 | 3 | 4;

export interface Check {
  /** Stands in docs/host.md, too. */
  name: string;
  level: Level;
  /** What it means for applicants when this does not hold: a sentence. */
  means: string;
  /** How to mend it: a sentence or two. */
  mend: string;
  /** @throws Finding, Missing or NotChecked */
  run(bench: Bench): Promise<void>;
}

/** A run's client, the applicants it has made so far, and what every check does with them. */
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

  /** The applicant of a type that an earlier check made. @throws NotChecked without one */
  person(type: ApplicationType): Person & { record: NonNullable<Person['record']> } {
    const person = this.#people.get(type);
    if (!person?.record) throw new NotChecked(`it needs create-${type} to hold`);
    return person as Person & { record: NonNullable<Person['record']> };
  }

  /** All that were made, of each type the first. */
  people(): Person[] {
    return [...this.#people.values()];
  }

  /** Sends an application. What comes of it is noted. */
  async create(person: Person, options: CallOptions & { changes?: Partial<Person['values']> } = {}): Promise<Told> {
    const { changes, ...rest } = options;
    const { type, password, key } = person;
    const form = bodyOf(type, { ...person.values, ...changes }, { password });
    const told = await this.host.call(APPLICATION_ENDPOINTS[type].create, {}, { form, key, ...rest });
    const record = told.status < 300 ? readData(told.body) : null;
    if (record && !this.made.some(({ id }) => id === record.id)) {
      this.made.push({ id: record.id, email: person.email, type });
    }
    return told;
  }

  keep(person: Person): void {
    this.#people.set(person.type, person);
  }

  /** Sends a change. @param values as they would stand in the form */
  update(person: Person, values: Person['values'], options: CallOptions & { version?: number } = {}): Promise<Told> {
    const { version = person.record?.version, ...rest } = options;
    const form = bodyOf(person.type, values, version === undefined ? {} : { version: String(version) });
    const id: EndpointId = APPLICATION_ENDPOINTS[person.type].update;
    return this.host.call(id, { id: person.record?.id ?? '' }, { form, ...tokenOf(person), ...rest });
  }

  login({ email, password }: Pick<Person, 'email' | 'password'>): Promise<Told> {
    return this.host.call('login', {}, { json: { email, password } });
  }

  /** Signs in anew; the token is the person's from then on. @returns the token @throws Finding */
  async signIn(person: Person): Promise<string> {
    const told = await this.login(person);
    seeSuccess('login', told);
    const login = readLogin(told.body);
    see(login?.record.id === person.record?.id, 'login: another applicant’s record');
    see(login !== null, 'login: the answer can’t be read');
    person.token = login.token;
    return login.token;
  }

  /** Whether an address has an application. @throws Finding */
  async exists(email: string): Promise<boolean> {
    const told = await this.host.call('checkEmail', {}, { json: { email } });
    seeSuccess('checkEmail', told);
    return readExists(told.body) === true;
  }
}

export const tokenOf = ({ token }: Person) => (token === undefined ? {} : { token });

/** Whether a guarded call says that a token opens nothing. */
export const isTokenRefused = ({ status }: Told) => status === 403 || status === 401;
