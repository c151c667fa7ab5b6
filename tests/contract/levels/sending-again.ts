/** Level 3, first part: an application that is sent again is stored once. */
import { readCreatedId } from '../../../functions/gateway/host/adapter.ts';
import type { Check } from '../check.ts';
import { assert, assertNoHarm, assertStatus, type Consequence, received, Undecided } from '../finding.ts';
import type { HostReply } from '../host-client.ts';
import { isDone } from '../responses.ts';

/** The portal retries a creation by itself only if the host supports idempotency keys. */
const NO_KEYS: Consequence = {
  effect: 'worsens',
  means:
    'After a lost response the portal can’t send again by itself: it shows that it does not know whether the application arrived, and the applicant decides.',
};

/** Returns the number of a stored application. @throws Finding if the response has none */
function numberOf(reply: HostReply): string {
  const id = readCreatedId(reply.body);
  assert(
    id !== null,
    `the number: expected one in data.id, received ${received(reply)}; so it is unknown whether one or two are stored`,
    NO_KEYS,
  );
  return id;
}

const sentAgain: Check = {
  name: 'sent-again',
  level: 3,
  effect: 'worsens',
  means: 'After a lost response the applicant’s browser sends again, which creates a second application or is refused.',
  mend: 'Keep the response to each Idempotency-Key for 24 hours, and send it again for the same key with the same body.',
  async run(context) {
    const { person, reply: before } = await context.createNew('founder');
    const reply = await context.create(person);
    assert(isDone(reply), `the same application under its key: expected 201, received ${received(reply)}`, NO_KEYS);
    const [first, second] = [numberOf(before), numberOf(reply)];
    assert(
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
    'A browser that sends again while the first request is being stored creates two applications, or reads that the address is taken.',
  mend: 'While the first request with a key is running, respond to the second with 409 and the code in_progress, or let it wait.',
  async run(context) {
    const person = context.newPerson('founder');
    const reply = await Promise.all([context.create(person), context.create(person)]);
    const done = reply.filter(isDone);
    const [first] = reply;
    assert(
      done.length > 0,
      `one application twice at once: expected 201, received ${first ? received(first) : 'nothing'}`,
    );
    const numbers = [...new Set(done.map(numberOf))];
    assert(
      numbers.length === 1,
      `one application twice at once: expected one number, received ${numbers.join(' and ')}`,
      NO_KEYS,
    );
    const other = reply.find((one) => !isDone(one) && one.error?.code !== 'in_progress');
    assert(
      !other,
      `the second of two at once: expected 201 or 409 in_progress, received ${other ? received(other) : ''}`,
    );
  },
};

const anotherBody: Check = {
  name: 'another-body',
  level: 3,
  effect: 'worsens',
  means: 'An applicant who corrects an answer and sends again reads “sent”, but the correction is lost.',
  mend: 'Respond with 422 to a key that was used with another body.',
  async run(context) {
    const { person } = await context.createNew('founder');
    const reply = await context.create(person, { changes: { surname: 'Another' } });
    assertStatus(reply, [422], 'a key that was used with another body', isDone(reply) ? null : NO_KEYS);
  },
};

const noKey: Check = {
  name: 'no-key',
  level: 3,
  effect: 'worsens',
  means: 'An application without an Idempotency-Key is refused in a way that the portal can’t explain.',
  mend: 'Store only one application per address, also when two arrive at once: respond to the other with 409. Or require the key with 400.',
  async run(context) {
    const person = { ...context.newPerson('founder'), key: '' };
    const reply = await Promise.all([context.create(person), context.create(person)]);
    const done = reply.filter(isDone);
    const shown = reply.map(received).join(' and ');
    const numbers = new Set(done.map(({ body }) => readCreatedId(body)));
    assertNoHarm(
      done.length > 1 && numbers.size > 1,
      `one application twice at once without a key was stored twice: ${[...numbers].join(' and ')}`,
      'Two applications have the same address, and its owner can open only one of them.',
    );
    if (done.length > 1) throw new Undecided(`one application twice at once without a key: received ${shown}`);
    const refused = reply.filter((one) => !isDone(one));
    if (done.length === 0 && !refused.some(({ status }) => status === 400))
      throw new Undecided(`both were refused: ${shown}`);
    for (const one of refused)
      assert([400, 409].includes(one.status) || one.code === 'validation_failed', `without a key: received ${shown}`);
  },
};

export const SENDING_AGAIN = [sentAgain, sentAtOnce, anotherBody, noKey];
