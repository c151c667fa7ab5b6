/** The list of sessions belongs to the session that asked for it last. */
import { beforeEach, describe, expect, test } from 'vitest';
import { json, local, resetBrowser, setHost, setInOtherTab } from './world.ts';

const { sessionList } = await import('../../../../src/stores/account/security.ts');
const { sessionToken } = await import('../../../../src/stores/api/session-token.ts');

const TOKENS = ['a', 'b'].map((letter) => `tok.${letter.repeat(30)}`) as [string, string];
const entry = (browser: string) => ({ browser, created_at: 'x', used_at: 'x', current: true });
const browsers = () => sessionList.$state.get().list.map(({ browser }) => browser);

beforeEach(() => {
  sessionToken.end();
  resetBrowser();
  sessionToken.start(TOKENS[0]);
});

describe('the list of sessions', () => {
  test('a list that was requested earlier and arrives late does not replace the newer one', async () => {
    const early = Promise.withResolvers<Response>();
    setHost(() => early.promise);
    const opening = sessionList.open();
    await Promise.resolve();
    setHost(() => json(200, { sessions: [entry('Firefox')] }));
    await sessionList.open();
    early.resolve(json(200, { sessions: [entry('Firefox'), entry('Chrome')] }));
    await opening;
    expect(browsers()).toEqual(['Firefox']);
  });

  test("another applicant who signs in, also in another tab, sees their own sessions and not the earlier one's", async () => {
    setHost((_, { headers }) => {
      const isFirst = new Headers(headers).get('Authorization') === `Bearer ${TOKENS[0]}`;
      return json(200, { sessions: [entry(isFirst ? 'Firefox' : 'Chrome')] });
    });
    const stop = sessionList.follow();
    await expect.poll(browsers).toEqual(['Firefox']);
    local.token = TOKENS[1];
    setInOtherTab('token', TOKENS[1]);
    expect(browsers()).toEqual([]);
    await expect.poll(browsers).toEqual(['Chrome']);
    setInOtherTab('token', null);
    expect(browsers()).toEqual([]);
    stop();
  });
});
