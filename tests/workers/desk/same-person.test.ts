/** The same person twice: named in the head of the application, marked in lists, asked about before an approval. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApplicationValues } from '../../../src/domain/application/values.ts';
import { createApplication, newEmail, shortValues } from '../admin/support/applications.ts';
import { bindings, migrate } from '../admin/support/host.ts';
import { officer } from './support/desk.ts';
import { serveKeys } from './support/officers.ts';

beforeAll(migrate);
beforeEach(() => serveKeys());

const anna = await officer('anna@office.example');
let nth = 0;

/** An applicant who has nothing in common with others but what is given. */
async function applied(given: Partial<ApplicationValues> = {}): Promise<string> {
  nth += 1;
  const own = {
    surname: `Unique${'abcdefghijklmnop'[nth]}`,
    passport_number: `N${7_000_000 + nth}`,
    email: newEmail(),
  };
  return (await createApplication({ type: 'founder', values: shortValues({ ...own, ...given }) })).id;
}

/** Approves without the confirmation. @returns the status of the response, and the page */
async function approve(id: string, sure: string[] = []) {
  const form = { note: '', seen: await anna.seen(id), sure };
  const response = await anna.post(`/applications/${id}/decision/approved`, { ...form, step: 'confirm' });
  return { status: response.status, page: await response.text() };
}

const isMarked = (list: string, id: string) =>
  new RegExp(`/applications/${id}\\?(?:(?!</li>)[^])*Was here before`).test(list);

describe('the same person', () => {
  it('a person whose keys 1.0.0 has stored is still told', async () => {
    const born = '1988-05-06';
    const old = await applied();
    const keys = bindings.DB.prepare('INSERT INTO search_keys (key, applicant_id) VALUES (?, ?)');
    await keys.bind(`#nantono mueler ${born}`, old).run();
    const id = await applied({ surname: 'Mueller', name: 'Antonio', date_birth: born });
    expect(await anna.page(`/applications/${id}`)).toContain(`/applications/${old}`);
  });

  it.each<[string, Partial<ApplicationValues>, Partial<ApplicationValues>, string]>([
    ['passport number in another spelling', { passport_number: 'FBO234567' }, { passport_number: 'fb 0234567' }, 'p'],
    [
      'name in another spelling with the birth date',
      { surname: 'Shcherbakov', name: 'Yuriy', date_birth: '1987-03-04' },
      { surname: 'Sherbakov', name: 'Iurii', date_birth: '1987-03-04' },
      'n',
    ],
    ['mailbox', { email: 'i.van+visa@gmail.com' }, { email: 'ivan@googlemail.com' }, 'm'],
  ])('%s: named at both applications, marked in the queue, asked about before an approval', async (_, one, two, by) => {
    const reason = { p: 'same passport number', n: 'same name and birth date', m: 'same mailbox' }[by] ?? '';
    const [first, second, other] = [await applied(one), await applied(two), await applied()];
    const ids = [first, second];
    for (const [at, id] of ids.entries()) {
      const page = await anna.page(`/applications/${id}`);
      expect(page).toContain('This person was here before');
      expect(page).toMatch(new RegExp(`/applications/${ids[1 - at]}"(?:(?!</li>)[^])*${reason}`));
    }
    expect(await anna.page(`/applications/${other}`)).not.toContain('was here before');
    const list = await anna.page('/?queue=unassigned');
    expect([...ids, other].map((id) => isMarked(list, id))).toEqual([true, true, false]);
    await anna.decide(second, 'in_review');
    const asked = await approve(second);
    expect(asked.status).toBe(422);
    expect(asked.page).toContain('This person has another application, or was refused before.');
    expect((await approve(second, ['same'])).status).toBe(303);
    await anna.decide(other, 'in_review');
    expect((await approve(other)).status).toBe(303);
  });

  it('the same name with another birth date is another person', async () => {
    await applied({ surname: 'Namesake', date_birth: '1987-03-04' });
    const id = await applied({ surname: 'Namesake', date_birth: '1988-03-04' });
    expect(await anna.page(`/applications/${id}`)).not.toContain('This person was here before');
  });

  it('an earlier refusal of the same application or of another one is named', async () => {
    const first = await applied({ passport_number: 'FB7654321' });
    await anna.decide(first, 'rejected', { note: 'No income', reason: 'income' });
    expect(await anna.page(`/applications/${first}`)).not.toContain('This person was here before');
    const second = await applied({ passport_number: 'FB7654321' });
    expect(await anna.page(`/applications/${second}`)).toContain('was refused or revoked');
    await anna.decide(first, 'in_review', { note: 'Looked at again' });
    expect(await anna.page(`/applications/${first}`)).toContain('This application was refused before');
  });
});
