/** Level 3, first third: repeating a creation returns the same application. */
import { readCreated } from '../../../src/domain/application/created.ts';
import { isDone } from '../answers.ts';
import type { Check } from '../check.ts';
import { type Consequence, describeResponse, expectStatus, expectThat } from '../finding.ts';
import type { Told } from '../host-client.ts';

/** The portal repeats a creation only if the host has shown support for keys. */
const NO_KEYS: Consequence = {
  effect: 'worsens',
  means:
    'After a lost answer the portal can’t send again by itself: it says that it does not know whether the application arrived, and the applicant decides.',
};

/** Returns the number of a stored application. @throws Finding without one in the response */
function numberOf(told: Told): string {
  const { id } = readCreated(told.body);
  expectThat(
    id !== null,
    `the number: expected one in data.id, received ${describeResponse(told)}; so nothing tells whether one or two are stored`,
    NO_KEYS,
  );
  return id;
}

const sentAgain: Check = {
  name: 'sent-again',
  level: 3,
  effect: 'worsens',
  means:
    'Where an answer gets lost, the applicant’s browser sends again: there are two applications then, or a refusal.',
  mend: 'Keep the answer to each Idempotency-Key for 24 hours: the same key with the same body gets it again.',
  async run(bench) {
    const { person, told: before } = await bench.stored('founder');
    const told = await bench.create(person);
    expectThat(
      isDone(told),
      `the same application under its key: expected 201, received ${describeResponse(told)}`,
      NO_KEYS,
    );
    const [first, second] = [numberOf(before), numberOf(told)];
    expectThat(
      first === second,
      `the same application under its key: expected ${first} again, received ${second}`,
      NO_KEYS,
    );
  },
};

const sentAtOnce: Check = {
  name: 'sent-at-once',
  level: 3,
  effect: 'worsens',
  means:
    'A browser that sends again while the first is being stored makes two applications, or is told that the address is taken.',
  mend: 'While the first with a key is at work, answer the second with 409 and the code in_progress, or let it wait.',
  async run(bench) {
    const person = bench.newPerson('founder');
    const told = await Promise.all([bench.create(person), bench.create(person)]);
    const done = told.filter(isDone);
    const [first] = told;
    expectThat(
      done.length > 0,
      `one application twice at once: expected 201, received ${first ? describeResponse(first) : 'nothing'}`,
    );
    const numbers = [...new Set(done.map(numberOf))];
    expectThat(
      numbers.length === 1,
      `one application twice at once: expected one number, received ${numbers.join(' and ')}`,
      NO_KEYS,
    );
    const other = told.find((one) => !isDone(one) && one.error?.code !== 'in_progress');
    expectThat(
      !other,
      `the second of two at once: expected 201 or 409 in_progress, received ${other ? describeResponse(other) : ''}`,
    );
  },
};

const anotherBody: Check = {
  name: 'another-body',
  level: 3,
  effect: 'worsens',
  means: 'An applicant who corrects an answer and sends again is told “sent”, and the correction is lost.',
  mend: 'Answer a key that was used with another body with 422.',
  async run(bench) {
    const { person } = await bench.stored('founder');
    const told = await bench.create(person, { changes: { surname: 'Another' } });
    expectStatus(told, [422], 'a key that was used with another body', isDone(told) ? null : NO_KEYS);
  },
};

const noKey: Check = {
  name: 'no-key',
  level: 3,
  effect: 'unsafe',
  means:
    'A client that sends no Idempotency-Key stores two applications for one address, and their owner can open one of them only.',
  mend: 'Store one application for an address, also of two that arrive at once: 409 for the other. Or demand the key: 400.',
  async run(bench) {
    const person = { ...bench.newPerson('founder'), key: '' };
    const told = await Promise.all([bench.create(person), bench.create(person)]);
    const done = told.filter(isDone);
    const shown = told.map(describeResponse).join(' and ');
    expectThat(
      done.length < 2,
      `one application twice at once without a key: expected one 201 and 409, received ${shown}`,
    );
    for (const one of told) if (!isDone(one)) expectStatus(one, [400, 409], 'an application without a key');
  },
};

export const SENDING_AGAIN = [sentAgain, sentAtOnce, anotherBody, noKey];
