import { beforeAll, describe, expect, it } from 'vitest';
import { createApplication, validValues } from './support/applications.ts';
import { MINUTE, setClock } from './support/clock.ts';
import { desk, deskWith } from './support/desk.ts';
import { bindings, migrate } from './support/host.ts';

beforeAll(migrate);

const shown = async (id: string) => (await desk('show', id)).lines.join('\n');

describe('desk show', () => {
  it('desk show has labels, choices, countries, dates, lists and files with their sizes as text', async () => {
    const { id } = await createApplication({
      type: 'specialist',
      values: validValues({ surname: 'Sample', citizenship: 'DE', gender: 'female' }),
    });
    const text = await shown(id);
    expect(text).toMatch(new RegExp(`^${id} {2}Specialist\nStatus: Application sent \\(submitted\\), for 0 days\n`));
    for (const line of ['Passport', '  Citizenship: Germany', '  Surname: Sample', '  Gender: Female', '  Relative 1'])
      expect(text).toContain(`\n${line}\n`);
    expect(text).toMatch(/\n {2}Date of birth: \d+ [A-Z][a-z]+ \d{4}\n/);
    expect(text).toMatch(/\nFiles \(\d+\)\n/);
    expect(text).toMatch(/\n {2}Passport scan: passport\.\w+ \(\d+\s[KM]?B\)\n/);
    expect(text).not.toMatch(/undefined|\[object|labels?\b.*fields\.|fields\.\w+\.label|items\.\w+/);
  });

  it('desk show has history, notes, actions and consent with readable times', async () => {
    const { id } = await createApplication({
      type: 'founder',
      headers: { 'X-Request-Id': 'b2f3c1d0-0000-4000-8000-00000000000b' },
    });
    setClock(90 * MINUTE);
    await desk(
      'set',
      id,
      'changes_requested',
      '--note',
      'A sharper scan\nand a date',
      '--fields',
      'file4,passport_date',
    );
    await desk('note', id, 'Called them\nStatus: approved');
    const text = await shown(id);
    expect(text).toContain('\n  21 November 2026, 14:00  Application sent (submitted)\n');
    expect(text).toContain(
      '\n  21 November 2026, 15:30  Changes needed (changes_requested)\n    Comment: A sharper scan\n        and a date\n',
    );
    expect(text).toContain('    To change: Passport scan (file4), Passport issue date (passport_date)\n');
    expect(text).toContain(
      '\nNotes (operators only)\n  21 November 2026, 15:30  tester: Called them\n        Status: approved\n',
    );
    expect(text).toContain('\nWhat operators did\n  21 November 2026, 15:30  tester: set Changes needed\n');
    expect(text).toContain('\nRequest: b2f3c1d0-0000-4000-8000-00000000000b\n');
    expect(text).toContain('\nConsent: no version of the terms was noted\n');
    expect(text).toContain('\nThe applicant’s language: English\n');
    expect(text).toMatch(/\nWhat can follow: In review by the expert group \(in_review\), /);
  });

  it('desk show has the visa, and whether the application is overdue', async () => {
    const { id } = await createApplication({ type: 'founder' });
    for (const status of ['in_review', 'approved']) await desk('set', id, status);
    const late = (await deskWith({ now: Date.parse('2026-12-24T08:00:00Z') })('show', id)).lines;
    expect(late).toContain('OVERDUE: news was expected by 26 November 2026');
    expect(late[1]).toBe('Status: Application approved (approved), for 32 days');
    await desk('visa', id, '--from', '2027-01-01', '--to', '2027-12-31');
    expect(await shown(id)).toMatch(/\nVisa: [0-9A-Z]{24}, from 1 January 2027 to 31 December 2027\n/);
  });

  it('desk show is in Russian for a Russian operator', async () => {
    const { id } = await createApplication({ type: 'investor' });
    const { lines } = await deskWith({ locale: 'ru' })('show', id);
    expect(lines[0]).toBe(`${id}  Инвестор`);
    expect(lines[1]).toMatch(/^Статус: Заявка отправлена \(submitted\), 0 дней$/);
    expect(lines).toContain('  Гражданство: Германия');
  });

  it('desk show --json has the stored values', async () => {
    const { id, email } = await createApplication({ type: 'founder' });
    const { data } = await desk('show', id);
    expect(data).toMatchObject({
      id,
      type: 'founder',
      status: 'submitted',
      fields: { email },
      visa: null,
      notes: [],
      actions: [],
    });
    expect((data as { files: object[] }).files).toContainEqual(expect.objectContaining({ field: 'file4' }));
  });

  it('desk show leaves out unknown fields and has missing ones as "not given"', async () => {
    const { id } = await createApplication({ type: 'founder' });
    await bindings.DB.prepare(`UPDATE applicants SET fields = '{"citizenship":"DE","later_field":1}' WHERE id = ?`)
      .bind(id)
      .run();
    const text = await shown(id);
    expect(text).toContain('  Citizenship: Germany\n');
    expect(text).toContain('  Surname: not given\n');
  });
});
