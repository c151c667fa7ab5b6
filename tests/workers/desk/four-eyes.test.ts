/** What the officer who approved an application is offered, and how the log names fields. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApplication, newEmail, validValues } from '../admin/support/applications.ts';
import { migrate } from '../admin/support/host.ts';
import { bindings, officer } from './support/desk.ts';
import { serveKeys } from './support/officers.ts';

beforeAll(migrate);
beforeEach(() => serveKeys());

const anna = await officer('anna@office.example');

async function applied() {
  const values = validValues({ email: newEmail() });
  return { id: (await createApplication({ type: 'founder', values })).id, values };
}

describe('four eyes', () => {
  const four = { FOUR_EYES: 'yes' };

  it('an approval bars the same officer under another spelling of the address', async () => {
    const { id } = await applied();
    const visa = await officer('x@office.example', undefined, four);
    await visa.decide(id, 'in_review');
    const seen = await anna.seen(id, 'approved');
    await anna.decide(id, 'approved', {}, seen);
    await bindings.DB.prepare(
      "UPDATE status_history SET officer = 'X+desk@Office.Example' WHERE applicant_id = ? AND status = 'approved'",
    )
      .bind(id)
      .run();
    const refused = await visa.get(`/applications/${id}/decision/visa_issued`);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('another officer');
  });

  it('the page of an application offers its approver neither the visa nor taking it back, and says why', async () => {
    const first = await officer('approver@office.example', undefined, four);
    const second = await officer('issuer@office.example', undefined, four);
    const { id, values } = await applied();
    await first.decide(id, 'in_review');
    await first.decide(id, 'approved');
    const own = await first.page(`/applications/${id}`);
    expect(own).not.toContain('/decision/visa_issued');
    expect(own).toContain('another officer must issue');
    expect(own).toContain('/decision/rejected');
    const others = await second.page(`/applications/${id}`);
    expect(others).toContain('/decision/visa_issued');
    expect(others).not.toContain('another officer must issue');
    const dates = { from: String(values.planned_length_stay_from), to: String(values.planned_length_stay_to) };
    expect((await second.confirm(id, 'visa_issued', dates)).status).toBe(303);
    expect(await first.page(`/applications/${id}`)).not.toContain('Take back');
    expect(await second.page(`/applications/${id}`)).toContain('Take back');
  });
});

describe('the log', () => {
  it('the log of all applications names fields as the application does', async () => {
    const { id } = await applied();
    await bindings.DB.prepare("INSERT INTO application_versions VALUES (?, 1, '{}', '[\"petitioner_name\"]', NULL, ?)")
      .bind(id, Date.now())
      .run();
    expect(await anna.page('/log')).toContain('IT Park resident that petitions');
    await bindings.DB.prepare('DELETE FROM application_versions WHERE applicant_id = ?').bind(id).run();
  });
});
