/** Level 3, first third: an application that is sent again is the same one. */
import { readData } from '../../../src/domain/application/record.ts';
import type { Check } from '../check.ts';
import { see } from '../finding.ts';

const sentAgain: Check = {
  name: 'sent-again',
  level: 3,
  means:
    'Where an answer gets lost, the applicant’s browser sends again: there are two applications then, or a refusal.',
  mend: 'Keep the answer to each Idempotency-Key for 24 hours: the same key with the same body gets it again.',
  async run(bench) {
    const person = bench.person('founder');
    const told = await bench.create(person);
    see(told.status === 201, `${told.status} for an application that is sent again under its key`);
    see(readData(told.body)?.id === person.record.id, 'an application that is sent again is stored twice');
  },
};

const sentAtOnce: Check = {
  name: 'sent-at-once',
  level: 3,
  means:
    'A browser that sends again while the first is being stored makes two applications, or is told that the address is taken.',
  mend: 'While the first with a key is at work, answer the second with 409 and the code in_progress, or let it wait.',
  async run(bench) {
    const person = bench.newPerson('founder');
    const told = await Promise.all([bench.create(person), bench.create(person)]);
    const ids = new Set(told.flatMap(({ status, body }) => (status === 201 ? [readData(body)?.id] : [])));
    see(ids.size === 1, `one application that is sent twice at once has ${ids.size} records`);
    const others = told.filter(({ status, error }) => status !== 201 && error?.code !== 'in_progress');
    see(others.length === 0, `${others[0]?.status} for the second of two at once`);
  },
};

const anotherBody: Check = {
  name: 'another-body',
  level: 3,
  means: 'An applicant who corrects an answer and sends again is told “sent”, and the correction is lost.',
  mend: 'Answer a key that was used with another body with 422.',
  async run(bench) {
    const { status } = await bench.create(bench.person('founder'), { changes: { surname: 'Another' } });
    see(status === 422, `${status} for a key that was used with another body`);
  },
};

const noKey: Check = {
  name: 'no-key',
  level: 3,
  means: 'An application without a key could be stored twice.',
  mend: 'Answer a creation without an Idempotency-Key with 400.',
  async run(bench) {
    const { status } = await bench.create({ ...bench.newPerson('founder'), key: '' });
    see(status === 400, `${status} for an application without a key`);
  },
};

export const SENDING_AGAIN = [sentAgain, sentAtOnce, anotherBody, noKey];
