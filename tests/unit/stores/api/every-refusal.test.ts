/**
 * Every call of the pages with every kind of refusal: each ends in a notice or in an error at a field. The responses are
 * those that the gateway makes for a minimal host.
 */
import type { StoreValue } from 'nanostores';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_HOST_PROFILE } from '../../../../functions/gateway/host/profile.ts';
import { hostRefusal, isReadable } from '../../../../functions/gateway/host/refusals.ts';
import { refusalResponse } from '../../../../functions/platform/refusal-response.ts';
import en from '../../../../locales/forms/en.json' with { type: 'json' };
import ru from '../../../../locales/forms/ru.json' with { type: 'json' };
import { type EndpointId, matchEndpoint } from '../../../../src/domain/api/endpoints.ts';
import { readRefusalBody } from '../../../../src/domain/api/refusal-codes.ts';
import { BODY_FORM_PATH, OWN_BODY_FORM } from '../../../../src/domain/application/body-form.ts';
import type { AccountFormStore } from '../../../../src/stores/account/form.ts';
import { responseOptions } from '../../../../src/stores/api/client.ts';
import { offers } from '../../../../src/stores/api/offers.ts';
import { type ApiResponse, type CallRefusal, readResponse } from '../../../../src/stores/api/request.ts';
import { SubmissionStore } from '../../../../src/stores/application/submission.ts';
import { REFUSALS, type Reply } from '../../../contract/section7-host/modes.ts';
import { calls, json, resetBrowser, setHost } from '../account/world.ts';
import { saveParts } from '../application/filled-forms.ts';
import { createDevice } from '../application/one-device.ts';

const PASSWORD = 'seven green lanterns';
const RECORD = { id: '57', name: 'Ann', surname: 'Lee', email: 'ann@example.org', application_type: 'founder' };

/** Returns the gateway's response for a host's reply. */
function throughGateway(id: EndpointId, { status, body = '', type = '', headers = {} }: Reply): Response {
  const isText = typeof body === 'string';
  const media = body === '' ? '' : type || (isText ? 'text/html' : 'application/json');
  const text = isText ? body : JSON.stringify(body);
  if (media === 'application/json' && readRefusalBody(body)) return new Response(text, { status });
  const wait = new Headers(headers).get('retry-after');
  const response = { status, type: media, text: isReadable(media) ? text : null, wait };
  return refusalResponse(hostRefusal(id, response, DEFAULT_HOST_PROFILE), 'request-1');
}

const callOf = (path: string, method = 'GET'): EndpointId => {
  const match = matchEndpoint(method, path);
  if (!match || !('id' in match)) throw new Error(`${method} ${path} is no call`);
  return match.id;
};

/** Sets a host that accepts the sign-in and refuses everything else. */
function refuse(reply: Reply, also: EndpointId[] = []): void {
  setHost(async (path, { method = 'GET' }) => {
    if (path === BODY_FORM_PATH) return json(200, OWN_BODY_FORM);
    const id = callOf(path, method);
    if (id === 'login' && !also.includes('login')) return json(200, { token: `tok.${'a'.repeat(30)}`, object: RECORD });
    return throughGateway(id, reply);
  });
}

/** Expects texts of a notice in both languages. */
function expectWords({ code }: CallRefusal): void {
  for (const { refusals } of [en, ru] as unknown as { refusals: Record<string, { title: string; text: string }> }[]) {
    expect(refusals[code]?.title, code).toMatch(/\S/);
    expect(refusals[code]?.text, code).toMatch(/\S/);
  }
}

function expectShown({ busy, issues, refusal }: StoreValue<AccountFormStore['$state']>, fields: string[]): void {
  expect(busy).toBe(false);
  for (const name of Object.keys(issues)) expect(fields).toContain(name);
  if (refusal) expectWords(refusal);
  expect(refusal !== null || Object.keys(issues).length > 0, 'nothing is shown').toBe(true);
}

const kinds = Object.entries(REFUSALS);
type Stores = Awaited<ReturnType<typeof stores>>;

async function stores() {
  return {
    ...(await import('../../../../src/stores/account/sign-in.ts')),
    ...(await import('../../../../src/stores/account/security.ts')),
    ...(await import('../../../../src/stores/account/reset.ts')),
    ...(await import('../../../../src/stores/account/session.ts')),
    ...(await import('../../../../src/stores/account/mailed-links.ts')),
    ...(await import('../../../../src/stores/account/requests.ts')),
    ...(await import('../../../../src/stores/account/messages.ts')),
  };
}

let all: Stores;
beforeEach(async () => {
  resetBrowser();
  all = await stores();
  offers.add('current_password');
});

describe.each(kinds)('a host that refuses with: %s', (_, reply) => {
  test('a refused sign-in shows an error', async () => {
    refuse(reply, ['login']);
    expect(await all.signInPage.submit({ email: 'ann@example.org', password: PASSWORD }, 'en')).toBe(false);
    expectShown(all.signInPage.form.$state.get(), ['email', 'password']);
    expect(all.$session.get().signedIn).toBe(false);
    all.signInPage.open();
  });

  test('a refused reset, restore link or confirmation link shows an error', async () => {
    refuse(reply);
    all.passwordReset.clear();
    all.passwordReset.open();
    expect(await all.passwordReset.submitEmail('ann@example.org', 'en')).toBe(false);
    expectShown(all.passwordReset.forms.email.$state.get(), ['email']);
    expect(await all.passwordReset.submitCode('123456', 'en')).toBe(false);
    expectShown(all.passwordReset.forms.code.$state.get(), ['code']);
    expect(await all.passwordReset.submitPassword(PASSWORD, 'en')).toBe(false);
    expectShown(all.passwordReset.forms.password.$state.get(), ['password', 'code']);
    for (const link of [all.mailedLinks.restore, all.mailedLinks.confirm]) {
      expect(await link.submit('token', 'en')).toBe(false);
      expectShown(link.$state.get(), ['token']);
    }
  });

  test('a refused password change, session list or record shows an error or ends the session', async () => {
    refuse(reply);
    await all.signIn('ann@example.org', PASSWORD, 'en');
    expect(await all.passwordChange.submit({ current: PASSWORD, next: 'eight blue lanterns' }, 'en')).toBe(false);
    expectShown(all.passwordChange.form.$state.get(), ['current_password', 'new_password']);
    for (const act of [
      () => all.sessionList.open(),
      () => all.sessionList.endOthers(),
      () => all.refreshRecord('en'),
    ]) {
      await all.signIn('ann@example.org', PASSWORD, 'en');
      await act();
      const errors = [all.sessionList.$state.get().refusal, all.$recordLoad.get().refusal].filter(
        (refusal) => refusal !== null,
      );
      const isSignedOut = !all.$session.get().signedIn;
      // Without GET /user the record is read by another sign-in.
      const wasReadAgain = calls.at(-1)?.path.endsWith('/user-login') ?? false;
      expect(errors.length > 0 || isSignedOut || wasReadAgain, 'nothing is shown').toBe(true);
      for (const refusal of errors) expectWords(refusal);
    }
  });

  test.each(['withdraw', 'askForDeletion', 'endDeletionRequest', 'sendConfirmation'] as const)(
    'the refused request "%s" shows an error or ends the session',
    async (request) => {
      refuse(reply);
      await all.signIn('ann@example.org', PASSWORD, 'en');
      expect(await all.requests.send(request, 'en')).toBe(false);
      const { busy, refusal } = all.requests.$state.get();
      expect(busy).toBe(null);
      if (refusal) expectWords(refusal);
      expect(refusal !== null || !all.$session.get().signedIn, 'nothing is shown').toBe(true);
    },
  );
  test('a refused message or question shows an error and stays in its form', async () => {
    refuse(reply);
    await all.signIn('ann@example.org', PASSWORD, 'en');
    all.accountMessages.store('When?');
    expect(await all.accountMessages.send('When?', 'en')).toBe(false);
    expectShown(all.accountMessages.form.$state.get(), ['text']);
    if (all.$session.get().signedIn) expect(all.accountMessages.readUnsent()).toBe('When?');
    const question = { text: 'How?', email: 'ann@example.org', name: '', application: '' };
    all.helpQuestions.store(question);
    expect(await all.helpQuestions.send(question, 'en')).toBe(false);
    expectShown(all.helpQuestions.form.$state.get(), ['text', 'email', 'name', 'application']);
    expect(all.helpQuestions.readUnsent()).toEqual(question);
    await all.accountMessages.open();
    expect(all.accountMessages.$list.get().phase).toBe('failed');
  });

  test('a refused creation shows an error and keeps the draft', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-21T09:00:00Z') });
    const device = createDevice();
    const tab = device.tab();
    await tab.openDraft();
    tab.chooseType('founder');
    saveParts(tab, 'founder');
    await tab.flushDraft();
    const response = throughGateway('createFounder', reply);
    const read: ApiResponse = readResponse(
      response.status,
      response.headers,
      await response.text(),
      responseOptions('createFounder'),
    );
    const submission = new SubmissionStore({
      draft: tab,
      send: async () => read,
      wait: async () => undefined,
      online: async () => undefined,
      now: () => new Date(),
      checkEmail: async () => 'unknown',
      supportsKeys: () => false,
      rememberKeySupport: () => undefined,
      loadBodyForm: async () => OWN_BODY_FORM,
      loadPhoneCheck: async () => undefined,
      storeSubmitted: async () => undefined,
    });
    await submission.submitApplication(PASSWORD, 'en');
    vi.useRealTimers();
    const { phase, refusal, notice, emailAvailability } = submission.$submission.get();
    expect(device.stored.size).toBeGreaterThan(0);
    if (phase === 'unknown') return expect(emailAvailability).toBe('unknown');
    expect(['refused', 'failed']).toContain(phase);
    const shown = phase === 'failed' ? refusal : notice;
    if (shown) expectWords(shown);
    const atFields = Object.keys(tab.$draft.get().refused).length > 0 || refusal?.fields?.password !== undefined;
    expect(Boolean(shown) || atFields, 'nothing is shown').toBe(true);
  });
});
