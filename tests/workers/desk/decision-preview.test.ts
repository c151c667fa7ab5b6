/** The preview of a decision: the mail as the applicant will get it. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import forms from '../../../locales/forms/en.json' with { type: 'json' };
import { createApplication, dateInDays, newEmail, validValues } from '../admin/support/applications.ts';
import { desk } from '../admin/support/desk.ts';
import { migrate } from '../admin/support/host.ts';
import { officer } from './support/desk.ts';
import { serveKeys } from './support/officers.ts';

beforeAll(migrate);
beforeEach(() => serveKeys());

const settings = { VISA_PASSPORT_CHARACTERS: '4' };
const anna = await officer('anna@office.example', undefined, settings);

async function preview(id: string, status: string, fields: Record<string, string | string[]>): Promise<string> {
  const form = { note: '', from: '', to: '', sure: 'yes', seen: await anna.seen(id, status), ...fields };
  return (await anna.post(`/applications/${id}/decision/${status}`, { ...form, step: 'preview' })).text();
}

describe('the preview of a decision', () => {
  it('tells requested fields with the same label apart, above the mail and in it', async () => {
    const { id } = await createApplication({ type: 'specialist' });
    const petitioner = `Position (${forms.parts.petitioner.title})`;
    const page = await preview(id, 'changes_requested', {
      note: 'Both',
      fields: ['applicant_position', 'petitioner_position'],
    });
    expect(page).toContain(`Position (Contact person), ${petitioner}`);
    expect(page).toContain(`- Position (Contact person)\n- ${petitioner}`);
  });

  it("shows the visa's document with holder, verdict, and the characters of the passport that the owner's setting allows", async () => {
    const values = validValues({ email: newEmail(), surname: 'Sample', passport_number: 'AB1234567' });
    const { id } = await createApplication({ type: 'founder', values });
    for (const status of ['in_review', 'approved']) await desk('set', id, status, '--now');
    const page = await preview(id, 'visa_issued', { from: dateInDays(20), to: dateInDays(200) });
    expect(page).toContain('Not valid yet: it will be valid from');
    expect(page).toContain('Holder: Sample Anna-Maria');
    expect(page).toContain('Passport: ••••• 4567');
    expect(page).toContain('visa.gif, visa.ics');
  });

  it('has the timeline of this decision, not that of an earlier one with the same status', async () => {
    const { id } = await createApplication({ type: 'founder' });
    for (const status of ['in_review', 'changes_requested', 'in_review'])
      await desk('set', id, status, '--note', 'x', '--now');
    const page = await preview(id, 'changes_requested', { note: 'Again' });
    expect(page).toContain('Corrections: now, your turn');
  });
});
