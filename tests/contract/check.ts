/** The type of a check, and the client and applicants that checks share. */

import { readCreatedId, recordIn } from '../../functions/gateway/host/adapter.ts';
import type { HostProfile } from '../../functions/gateway/host/profile.ts';
import { TOKEN } from '../../src/domain/account/session.ts';
import { propertyOf } from '../../src/domain/api/json.ts';
import { readExists } from '../../src/domain/api/responses.ts';
import { type ApplicantRecord, fromRecord } from '../../src/domain/application/record.ts';
import { APPLICATION_ENDPOINTS, type ApplicationType } from '../../src/domain/application/types.ts';
import type { ApplicationValues } from '../../src/domain/application/values.ts';
import { applicationBody } from '../../src/stores/application/body.ts';
import { assert, type Consequence, type Effect, Harm, NotChecked, received, Undecided } from './finding.ts';
import type { CallOptions, HostClient, HostReply } from './host-client.ts';
import { type CreatedApplication, newPerson, type Person, type SampleFiles, withBlob } from './people.ts';
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
  /** Effect on the portal when the check fails, unless the finding has its own; a danger needs a Harm. */
  effect: Exclude<Effect, 'unsafe'>;
  /** Meaning for applicants when the check fails: a sentence. */
  means: string;
  /** How to fix it: a sentence or two. */
  mend: string;
  /** @throws Finding, Missing, NotChecked or Undecided */
  run(context: CheckContext): Promise<void>;
}

export type StoredPerson = Person & { record: NonNullable<Person['record']> };

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
  person(type: ApplicationType): StoredPerson {
    const person = this.#people.get(type);
    if (!person?.record) throw new NotChecked(`requires a ${type}’s application and its record`);
    return person as StoredPerson;
  }

  /** The saved applicants, one of each type. */
  people(): Person[] {
    return [...this.#people.values()];
  }

  /** A sample file as pages hold it. */
  file(name: string): ReturnType<typeof withBlob> {
    return withBlob(this.files(name));
  }

  /** Records what the run has found out about the host; later calls follow it. */
  learn(found: Partial<HostProfile>): void {
    this.host.profile = { ...this.host.profile, ...found };
  }

  /** Sends an application as pages do, and adds it to {@link created} when the host stored it. */
  async create(
    person: Person,
    options: CallOptions & { changes?: Partial<ApplicationValues>; listFiles?: HostProfile['list_files'] } = {},
  ): Promise<HostReply> {
    const { changes, listFiles = this.host.profile.list_files, ...rest } = options;
    const { type, password, key } = person;
    const profile = { ...this.host.profile, list_files: listFiles };
    const form = applicationBody.of(type, { ...person.values, ...changes }, profile).toForm(password);
    const reply = await this.host.call(APPLICATION_ENDPOINTS[type].create, {}, { form, key, ...rest });
    if (isDone(reply)) {
      const id = readCreatedId(reply.body);
      const isKnown = this.created.some((one) => one.email === person.email && one.id === id);
      if (!isKnown) this.created.push({ id, email: person.email, type });
    }
    return reply;
  }

  savePerson(person: Person): void {
    this.#people.set(person.type, person);
  }

  /** Sends a change as pages do: known and changed answers, the changed files. */
  update(
    person: StoredPerson,
    changes: Partial<ApplicationValues>,
    options: CallOptions & { version?: number } = {},
  ): Promise<HostReply> {
    const { version = person.record.version, ...rest } = options;
    const { type, record } = person;
    const values = { ...fromRecord(type, record), read_check: person.values.read_check, ...changes };
    const stored = { record, changed: new Set(Object.keys(changes)) };
    const form = applicationBody.of(type, values, this.host.profile, stored).toForm();
    if (version !== undefined) form.append('version', String(version));
    return this.host.call(APPLICATION_ENDPOINTS[type].update, { id: record.id }, { form, ...tokenOf(person), ...rest });
  }

  /** The record as the host returns it at a sign-in, which sets the person's token. Null where the sign-in fails. */
  async recordOf(person: Person): Promise<ApplicantRecord | null> {
    const login = this.#readLogin(await this.login(person));
    if (!login) return null;
    person.token = login.token;
    return login.record;
  }

  /** {@link recordOf} a person who could sign in before. @throws Undecided */
  async currentRecord(person: Person): Promise<ApplicantRecord> {
    const record = await this.recordOf(person);
    if (!record) throw new Undecided('the sign-in that would show the record failed');
    return record;
  }

  #readLogin({ body }: HostReply): { token: string; record: ApplicantRecord } | null {
    const token = propertyOf(body, 'token');
    const record = recordIn('login', body, this.host.profile);
    return typeof token === 'string' && token !== '' && record ? { token, record } : null;
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
    const login = isDone(reply) ? this.#readLogin(reply) : null;
    assert(login !== null, `login: expected 200 with a token and the record in object, received ${received(reply)}`);
    assert(TOKEN.test(login.token), `login: expected ${TOKEN_FORM}, received ${login.token.length} characters`);
    const [expected, id] = [person.record?.id, login.record.id];
    if (id !== expected) throw new Harm(`login: expected the record ${expected}, received the record ${id}`, STRANGER);
    person.token = login.token;
    return login.token;
  }

  /** Creates an application that only the calling check uses. @throws Undecided if the host refuses it */
  async createNew(type: ApplicationType): Promise<{ person: Person; reply: HostReply }> {
    const person = this.newPerson(type);
    const reply = await this.create(person);
    if (!isDone(reply)) throw new Undecided(`the sample application was refused: ${received(reply)}`);
    return { person, reply };
  }

  /** {@link createNew}, and its record. */
  async createStored(type: ApplicationType): Promise<StoredPerson> {
    const { person } = await this.createNew(type);
    return { ...person, record: await this.currentRecord(person), ...tokenOf(person) };
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

const STRANGER = 'An applicant sees another applicant’s application.';

const UNKNOWN_ADDRESS: Consequence = {
  effect: 'worsens',
  means:
    'The portal can’t tell before sending whether the address has an application already, nor after a lost response whether the application arrived.',
};

export const tokenOf = ({ token }: Person) => (token === undefined ? {} : { token });

/** Statuses that refuse a token. */
const TOKEN_REFUSED = [403, 401, 419, 440];

/** Whether a response refuses the token of its request. */
export const isTokenRefused = ({ status }: HostReply) => TOKEN_REFUSED.includes(status);
