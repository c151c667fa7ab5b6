/** Messages to the staff: validated before sending, with one id for all attempts, and stored in the tab until sent. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { MAX_MESSAGE, messageIssue, questionIssues } from '../../../../src/domain/input/message.ts';
import { calls, changeInOtherTab, clock, json, local, resetBrowser, setHost, setInOtherTab, tab } from './world.ts';

const store = await import('../../../../src/stores/account/messages.ts');
const session = await import('../../../../src/stores/account/session.ts');
const { setRecord } = await import('../../../../src/stores/account/record.ts');
const { endSessionForSignIn } = await import('../../../../src/stores/api/session-token.ts');

const RECORD = { id: '57', name: 'Ann', surname: 'Lee', email: 'ann@example.org', application_type: 'founder' };
const sent = (path: string) => calls.filter((call) => call.path.endsWith(path) && call.request.method === 'POST');
const bodies = (path: string) => sent(path).map(({ request }) => JSON.parse(String(request.body)) as { id: string });

/** The messages of the host's list. */
let listed: unknown = { messages: [] };
let refusal: Response | null = null;

beforeEach(async () => {
  resetBrowser();
  listed = { messages: [] };
  refusal = null;
  setHost((path, { method = 'GET' }) => {
    if (path.endsWith('/user-login')) return json(200, { token: `tok.${'a'.repeat(30)}`, object: RECORD });
    if (method === 'GET') return json(200, listed);
    return refusal?.clone() ?? json(200, { status: 'ok' });
  });
  store.accountMessages.form.begin();
  store.helpQuestions.form.begin();
  await session.signIn('ann@example.org', 'seven green lanterns', 'en');
});

const question = { text: 'How?', email: 'someone@example.org', name: '', application: '' };

describe('a message from the account', () => {
  test('a message is sent once for two presses, without hidden characters, and the list is read again', async () => {
    listed = { messages: [{ sent_at: '2026-11-03T12:00:00.000Z', text: 'When?', answer: null }] };
    const presses = [store.accountMessages.send(' Wh\u202een? ', 'en'), store.accountMessages.send('When?', 'en')];
    expect(await Promise.all(presses)).toEqual([true, false]);
    expect(bodies('/user/messages')).toEqual([{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), text: 'When?' }]);
    expect(store.accountMessages.form.$sent.get()).toBe(true);
    expect(store.accountMessages.$list.get()).toMatchObject({ phase: 'ready', list: [{ text: 'When?' }] });
  });

  test('a repeated message has the same id, and another text or a sent one gets a new id', async () => {
    refusal = json(504, {});
    await store.accountMessages.send('When?', 'en');
    await store.accountMessages.send('When?', 'en');
    await store.accountMessages.send('When, please?', 'en');
    const [first, again, other] = bodies('/user/messages').map(({ id }) => id);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect(store.accountMessages.form.$state.get().refusal?.code).toBe('host_timeout');
    refusal = null;
    await store.accountMessages.send('When, please?', 'en');
    await store.accountMessages.send('When, please?', 'en');
    const [stored, once] = bodies('/user/messages')
      .slice(3)
      .map(({ id }) => id);
    expect(stored).toBe(other);
    expect(once).not.toBe(other);
  });

  test.each([
    ['  ', 'required'],
    ['x'.repeat(MAX_MESSAGE + 1), 'too_long'],
  ])('an invalid message is not sent (%#)', async (text, code) => {
    expect(await store.accountMessages.send(text, 'en')).toBe(false);
    expect(store.accountMessages.form.$state.get().issues).toEqual({ text: code });
    expect(sent('/user/messages')).toEqual([]);
  });

  test('a message stays in the tab until it is sent', async () => {
    store.accountMessages.store('Half a ques');
    expect(store.accountMessages.readUnsent()).toBe('Half a ques');
    await store.accountMessages.send('Half a question', 'en');
    expect(store.accountMessages.readUnsent()).toBe('');
  });

  test('text that is typed while a message is being sent stays in the tab', async () => {
    const slow = Promise.withResolvers<Response>();
    setHost((_, { method = 'GET' }) => (method === 'GET' ? json(200, listed) : slow.promise));
    store.accountMessages.store('When?');
    const sending = store.accountMessages.send('When?', 'en');
    store.accountMessages.store('When? And where?');
    slow.resolve(json(200, { status: 'ok' }));
    expect(await sending).toBe(true);
    expect(store.accountMessages.readUnsent()).toBe('When? And where?');
  });

  test('a list that was requested earlier and arrives late does not replace the newer one', async () => {
    const early = Promise.withResolvers<Response>();
    setHost(() => early.promise);
    const opening = store.accountMessages.open();
    await Promise.resolve();
    listed = { messages: [{ sent_at: 'x', text: 'When?', answer: null }] };
    setHost(() => json(200, listed));
    await store.accountMessages.open();
    early.resolve(json(200, { messages: [] }));
    await opening;
    expect(store.accountMessages.$list.get()).toMatchObject({ phase: 'ready', list: [{ text: 'When?' }] });
  });

  test("a message stays after the session's end, and is deleted by a sign-out", async () => {
    store.accountMessages.store('Half a ques');
    endSessionForSignIn('ended');
    await session.signIn('ann@example.org', 'seven green lanterns', 'en');
    expect(store.accountMessages.readUnsent()).toBe('Half a ques');
    await session.signOut();
    expect([...tab.values()].join()).not.toContain('Half a ques');
  });

  test("a message stays when another tab detects the session's end later, and is deleted when that tab signs out", async () => {
    vi.useFakeTimers();
    await session.signIn('ann@example.org', 'seven green lanterns', 'en');
    store.accountMessages.store('Half a ques');
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    const sessionLost = `ended ${local.signedInAt}`;
    changeInOtherTab({ sessionLost, signedIn: null, token: null, signedInAt: null, lastUsedAt: null });
    await session.signIn('ann@example.org', 'seven green lanterns', 'en');
    expect(store.accountMessages.readUnsent()).toBe('Half a ques');
    setInOtherTab('signedIn', null);
    expect([...tab.values()].join()).not.toContain('Half a ques');
  });

  test('a message stays after the end of a session whose token a host returned again to a new sign-in', async () => {
    clock.now += 60_000;
    await session.confirmPassword('another one of hers', 'en');
    store.accountMessages.store('Half a ques');
    endSessionForSignIn('ended');
    await session.signIn('ann@example.org', 'seven green lanterns', 'en');
    expect(store.accountMessages.readUnsent()).toBe('Half a ques');
  });

  test('a list of messages that cannot be read is reported, and the earlier list stays', async () => {
    listed = { messages: [{ sent_at: 'x', text: 'When?' }] };
    await store.accountMessages.open();
    expect(store.accountMessages.$list.get().list).toEqual([{ sent_at: 'x', text: 'When?', answer: null }]);
    listed = {};
    await store.accountMessages.open();
    expect(store.accountMessages.$list.get()).toMatchObject({ phase: 'failed', list: [{ text: 'When?' }] });
  });
});

describe('the messages of two applicants in one tab', () => {
  const OTHER = { ...RECORD, id: '58', name: 'Bea', email: 'bea@example.org' };
  const MESSAGE = { sent_at: 'x', text: 'When?', answer: null };

  test("another applicant sees neither the earlier one's messages nor that one was sent", async () => {
    listed = { messages: [MESSAGE] };
    await store.accountMessages.send('When?', 'en');
    expect(store.accountMessages.$list.get().list).toEqual([MESSAGE]);
    setRecord(OTHER);
    expect(store.accountMessages.$list.get()).toEqual({ phase: 'loading', list: [] });
    expect(store.accountMessages.form.$sent.get()).toBe(false);
    listed = {};
    await store.accountMessages.open();
    expect(store.accountMessages.$list.get()).toEqual({ phase: 'failed', list: [] });
  });

  test('a response to an earlier request for the list is dropped', async () => {
    const slow = Promise.withResolvers<Response>();
    setHost(() => slow.promise);
    const opening = store.accountMessages.open();
    setRecord(OTHER);
    slow.resolve(json(200, { messages: [MESSAGE] }));
    await opening;
    expect(store.accountMessages.$list.get()).toEqual({ phase: 'loading', list: [] });
  });

  test('a message that is accepted after another applicant has signed in is not shown as theirs', async () => {
    const slow = Promise.withResolvers<Response>();
    setHost(() => slow.promise);
    const sending = store.accountMessages.send('When?', 'en');
    await Promise.resolve();
    setRecord(OTHER);
    slow.resolve(json(200, { status: 'ok', messages: [MESSAGE] }));
    expect(await sending).toBe(false);
    expect(store.accountMessages.form.$sent.get()).toBe(false);
    expect(store.accountMessages.$list.get().list).toEqual([]);
  });

  test('a message that is refused after another applicant has signed in neither shows its error nor ends a newer sending', async () => {
    const slow = Promise.withResolvers<Response>();
    setHost(() => slow.promise);
    const sending = store.accountMessages.send('When?', 'en');
    await Promise.resolve();
    setRecord(OTHER);
    setHost(() => new Promise(() => {}));
    void store.accountMessages.send('Where?', 'en');
    slow.resolve(json(504, {}));
    expect(await sending).toBe(false);
    expect(store.accountMessages.form.$state.get()).toMatchObject({ busy: true, refusal: null });
  });
});

describe('a question from the help page', () => {
  test('a question from the help page is sent with its language, a clean address and no token', async () => {
    expect(await store.helpQuestions.send({ ...question, email: ' mailto:someone@example.org ' }, 'ru')).toBe(true);
    expect(bodies('/messages').at(-1)).toMatchObject({ ...question });
    expect(sent('/messages').at(-1)?.headers.get('Accept-Language')).toBe('ru');
    expect(sent('/messages').at(-1)?.headers.get('Authorization')).toBeNull();
  });

  test('an invalid question from the help page lists each wrong field and stays in the form', async () => {
    const typed = { ...question, text: '', email: 'nobody' };
    store.helpQuestions.store(typed);
    expect(await store.helpQuestions.send(typed, 'en')).toBe(false);
    expect(store.helpQuestions.form.$state.get().issues).toEqual({ text: 'required', email: 'email_format' });
    expect(store.helpQuestions.readUnsent()).toEqual(typed);
    expect(sent('/messages')).toEqual([]);
  });

  test('text that is typed while a question is being sent stays in the tab', async () => {
    const slow = Promise.withResolvers<Response>();
    setHost(() => slow.promise);
    store.helpQuestions.store(question);
    const sending = store.helpQuestions.send(question, 'en');
    const later = { ...question, text: 'How? And when?' };
    store.helpQuestions.store(later);
    slow.resolve(json(200, { status: 'ok' }));
    expect(await sending).toBe(true);
    expect(store.helpQuestions.readUnsent()).toEqual(later);
  });

  test('a refused question from the help page is shown at its field', async () => {
    refusal = json(422, {
      ...{ code: 'validation_failed', message: 'no', request_id: 'request-1' },
      errors: { email: ['email_domain'] },
    });
    await store.helpQuestions.send(question, 'en');
    expect(store.helpQuestions.form.$state.get()).toMatchObject({ issues: { email: 'email_domain' }, refusal: null });
  });
});

test('the message rules of browser and host refuse hidden characters and long texts', () => {
  expect(messageIssue('Plain\n\ttext')).toBeNull();
  expect(messageIssue('x'.repeat(MAX_MESSAGE))).toBeNull();
  expect(messageIssue('a\u0000b')).toBe('hidden_characters');
  expect(questionIssues({ ...question, name: 'a\nb', application: 'x'.repeat(61) })).toEqual({
    name: 'hidden_characters',
    application: 'too_long',
  });
});
