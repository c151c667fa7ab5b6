import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { APPLICATION_PATHS } from '../../fixtures/applicants.ts';
import {
  tokenOf as applicantToken,
  createApplication,
  formOf,
  newEmail,
  validValues,
} from '../admin/support/applications.ts';
import { call, migrate, runMail } from '../admin/support/host.ts';
import { SAMPLES } from '../admin/support/samples.ts';
import { everythingStored } from '../admin/support/storage.ts';
import { bindings, ORIGIN, officer, visit } from './support/desk.ts';
import { serveKeys, tokenOf } from './support/officers.ts';

beforeAll(migrate);
beforeEach(() => serveKeys());

const anna = await officer('anna@office.example');
const bekzod = await officer('bekzod@office.example');

async function applicant(name = 'Anna-Maria') {
  const values = validValues({ email: newEmail(), name });
  const { id } = await createApplication({ type: 'founder', values });
  return { id, values };
}

const statusOf = async (id: string) =>
  (await bindings.DB.prepare('SELECT status FROM applicants WHERE id = ?').bind(id).first<{ status: string }>())
    ?.status;

/** Expects a refusal without any change. */
async function refused(work: () => Promise<Response>, status: number): Promise<string> {
  const before = await everythingStored();
  const response = await work();
  const text = await response.text();
  expect(response.status, text.slice(0, 2000)).toBe(status);
  expect(await everythingStored()).toEqual(before);
  return text;
}

describe('a decision', () => {
  it('a decision is previewed as its mail, waits ten minutes where everybody sees it, and can be taken back once', async () => {
    const { id } = await applicant();
    const seen = await anna.seen(id, 'changes_requested');
    const form = { seen, note: 'The scan is <b>dark</b>', fields: ['passport_number', 'surname'], step: 'preview' };
    const preview = await (await anna.post(`/applications/${id}/decision/changes_requested`, form)).text();
    expect(preview).toContain('The scan is &lt;b&gt;dark&lt;/b&gt;');
    const done = await anna.post(`/applications/${id}/decision/changes_requested`, { ...form, step: 'confirm' });
    expect(done.status).toBe(303);
    const page = await anna.page(done.headers.get('Location') ?? '');
    for (const text of [
      /Changes asked for at \d\d:\d\d, takes effect at \d\d:\d\d/,
      'Take back',
      'Send now',
      '&lt;b&gt;dark',
    ])
      expect(page).toMatch(text);
    expect(page).not.toContain('/decision/');
    expect(await anna.page('/?queue=submitted')).toMatch(/Changes asked for at \d\d:\d\d/);
    // Back from the result leads to the application, not to the form.
    const back = await anna.get(`/applications/${id}/decision/changes_requested`);
    expect([back.status, back.headers.get('Location')]).toEqual([303, `/applications/${id}`]);
    expect(await bekzod.page(`/applications/${id}`)).toContain('Another officer decided this: anna@office.example');
    const [, made = ''] = /name="made" value="([^"]+)"/.exec(await anna.page(`/applications/${id}`)) ?? [];
    expect((await bekzod.takeBack(id)).status).toBe(303);
    for (const path of ['undo', 'hurry']) {
      const late = await refused(() => anna.post(`/applications/${id}/${path}`, { made }), 409);
      expect(late).toMatch(/bekzod@office\.example took the decision back at \d\d:\d\d/);
    }
    expect(await statusOf(id)).toBe('submitted');
  });

  it('a decision that the applicant has overtaken leads the list of its officer with the note, until it is noted', async () => {
    const { id } = await applicant();
    await anna.confirm(id, 'rejected', { note: 'Typed with care' });
    await call('/user/withdraw', { method: 'POST', token: await applicantToken(id) });
    await runMail(Date.now());
    const list = await anna.page('/?queue=overdue');
    expect(list).toMatch(/Did not take effect: Refused.*The applicant withdrew at \d\d:\d\d.*Typed with care/s);
    expect(await bekzod.page('/')).not.toContain('Typed with care');
    expect((await anna.post(`/applications/${id}/dismiss`, {})).status).toBe(303);
    expect(await anna.page('/')).not.toContain('Typed with care');
  });

  it('an approval can be returned to the review after its mail was sent', async () => {
    const { id } = await applicant();
    await anna.decide(id, 'in_review');
    await anna.decide(id, 'approved');
    await bindings.DB.prepare("UPDATE mails SET state = 'sent' WHERE applicant_id = ?").bind(id).run();
    expect((await anna.decide(id, 'in_review', { note: 'One paper is missing' })).status).toBe(303);
    expect(await statusOf(id)).toBe('in_review');
  });

  it('a rejection requires a note', async () => {
    const { id } = await applicant();
    const text = await refused(() => anna.decide(id, 'rejected'), 422);
    expect(text).toContain('Write a comment');
    expect(text).toContain('<title>Error: ');
  });

  it.each(['a\u202eb', 'a\u00adb', 'a\u200bb', 'a\ufeffb'])(
    'hidden characters of a note are removed, and the preview shows the result: %j',
    async (note) => {
      const { id } = await applicant();
      const form = { seen: await anna.seen(id), note, reason: 'other', step: 'preview' };
      const preview = await (await anna.post(`/applications/${id}/decision/rejected`, form)).text();
      expect(preview).toContain('Hidden characters were removed');
      expect(preview).toContain('name="note" value="ab"');
    },
  );

  it('a decision that the stage does not allow is refused', async () => {
    const { id } = await applicant();
    const seen = await anna.seen(id, 'in_review');
    await refused(() => anna.decide(id, 'approved', {}, seen), 422);
    await refused(() => anna.decide(id, 'nonsense', {}, seen), 422);
  });

  it("the second of two officers' decisions is a conflict", async () => {
    const { id } = await applicant();
    await anna.decide(id, 'in_review');
    const seen = await bekzod.seen(id, 'rejected');
    expect((await anna.confirm(id, 'changes_requested', { note: 'A better scan' })).status).toBe(303);
    const text = await refused(() => bekzod.confirm(id, 'rejected', { note: 'Typed with care' }, seen), 409);
    expect(text).toMatch(/anna@office\.example decided at \d\d:\d\d/);
    // Over the application as it stands now, with what was typed.
    expect(text).toContain('Take back');
    const kept = ['Typed with care', 'Reason of the refusal: Other'];
    for (const typed of kept) expect(text).toContain(`<p class="written">${typed}</p>`);
    // Also in the other language, for which the page's form has them.
    const [note = '', reason = ''] = [
      ...text.matchAll(/type="hidden" form="case" name="(?:note|reason)" value="([^"]+)"/g),
    ].map(([, value]) => value);
    const other = await bekzod.post(`/applications/${id}/decision/rejected`, { note, reason, lng: 'ru' });
    const russian = ['Typed with care', 'Причина отказа: Другое'];
    for (const typed of russian) expect(await other.clone().text()).toContain(`<p class="written">${typed}</p>`);
  });

  it('a decision about an outdated version is a conflict', async () => {
    const { id, values } = await applicant();
    const seen = await anna.seen(id, 'in_review');
    const body = formOf('founder', { ...values, surname: 'Changed' });
    const token = await applicantToken(id);
    expect((await call(`${APPLICATION_PATHS.founder}/${id}`, { token, body, method: 'POST' })).status).toBe(200);
    const text = await refused(() => anna.confirm(id, 'in_review', {}, seen), 409);
    expect(text).toContain('The applicant changed the application at');
  });

  it("a template fills a decision's note in the applicant's language", async () => {
    const { id } = await applicant();
    const template = { title: 'Dark scan', status: 'changes_requested', ru: 'Скан тёмный', en: 'The scan is dark' };
    expect((await anna.post('/templates', { ...template, id: '0', version: '0', step: 'save' })).status).toBe(303);
    const page = await anna.page(`/applications/${id}`);
    const [, number = ''] = /value="(\d+\.en\.note)"/.exec(page) ?? [];
    const seen = await anna.seen(id);
    const filled = await anna.post(`/applications/${id}/decision/changes_requested`, { seen, template: number });
    expect(await filled.text()).toContain('The scan is dark</textarea>');
  });
});

describe('issuing a visa', () => {
  const approved = async () => {
    const { id, values } = await applicant();
    await anna.decide(id, 'in_review');
    await anna.decide(id, 'approved');
    return { id, values };
  };

  it('the form to issue a visa has the dates of the application, and issues the visa with them', async () => {
    const { id, values } = await approved();
    const page = await bekzod.page(`/applications/${id}/decision/visa_issued`);
    const { planned_length_stay_from: from, planned_length_stay_to: to } = values;
    expect(page).toContain(`value="${from}"`);
    expect(page).toMatch(/<dt>Name<\/dt><dd>[^<]+<\/dd>/);
    expect(page).toMatch(/<dd>\d+\smonths?<\/dd>/);
    const done = await bekzod.decide(id, 'visa_issued', { from: String(from), to: String(to) });
    expect(done.status, await done.clone().text()).toBe(303);
    expect(await statusOf(id)).toBe('visa_issued');
  });

  it('a confirmation covers only the doubts that the page showed', async () => {
    const { id } = await approved();
    const past = { from: '2020-01-01', to: '2020-06-01' };
    const shown = await refused(() => bekzod.decide(id, 'visa_issued', past), 422);
    expect(shown).toMatch(/name="sure"[^>]*value="past"/);
    for (const sure of ['past', 'yes']) {
      const later = { from: '2020-01-01', to: '2126-01-01', sure };
      const page = await refused(() => bekzod.decide(id, 'visa_issued', later), 422);
      for (const doubt of ['longer', 'passport']) expect(page).toContain(`value="${doubt}"`);
    }
    expect((await bekzod.decide(id, 'visa_issued', { ...past, sure: 'past' })).status).toBe(303);
  });
});

describe('roles', () => {
  it("an officer's roles limit what the officer sees and may do", async () => {
    const { id } = await applicant();
    const reader = await officer('reader@office.example', ['desk-read']);
    const page = await reader.page(`/applications/${id}`);
    expect(page).not.toContain('/decision/');
    expect(page).not.toContain('/assign');
    const seen = await anna.seen(id, 'in_review');
    await refused(() => reader.decide(id, 'in_review', {}, seen), 403);
    await refused(() => reader.post(`/applications/${id}/note`, { text: 'Hello' }), 403);
    await refused(() => reader.post(`/applications/${id}/assign`, { to: 'me', from: '' }), 403);
    await refused(() => reader.post(`/applications/${id}/erase`, { typed: id }), 403);
    await refused(() => reader.get(`/applications/${id}/personal`), 403);
    await refused(() => reader.get(`/applications/${id}/personal.zip`), 403);
    await refused(() => reader.post('/templates', { title: 'x', ru: 'x', step: 'save' }), 403);
    const decider = await officer('decider@office.example', ['desk-decide']);
    await decider.decide(id, 'in_review');
    await decider.decide(id, 'approved');
    await refused(() => decider.get(`/applications/${id}/decision/visa_issued`), 403);
  });
});

describe('forms of the desk', () => {
  it('a form of the desk from another site or of another content type is refused', async () => {
    const { id } = await applicant();
    const token = await tokenOf('anna@office.example');
    const body = new URLSearchParams({ text: 'Written elsewhere' }).toString();
    const type = 'application/x-www-form-urlencoded';
    const path = `/applications/${id}/note`;
    for (const headers of [
      { Origin: 'https://evil.example', 'Content-Type': type },
      { 'Content-Type': type },
      { Origin: 'null', 'Content-Type': type },
      { Origin: 'https://evil.example', 'Content-Type': 'text/plain' },
    ])
      await refused(() => visit(path, { token, method: 'POST', body, headers }), 403);
    await refused(
      () =>
        visit(path, {
          token,
          method: 'POST',
          body: '{}',
          headers: { Origin: ORIGIN, 'Content-Type': 'application/json' },
        }),
      415,
    );
  });
});

describe('pages of an officer', () => {
  it("the desk's search finds number, name in either script, email and passport, and its URL has no search text", async () => {
    const { id, values } = await applicant('Dilnoza');
    for (const text of [id.slice(4).toLowerCase(), 'dilnoza', 'Дилноза', 'lnoz', String(values.email), 'N1234567']) {
      const said = await anna.post('/search', { text });
      expect(said.headers.get('Location')).toMatch(/^\/search\/[\da-f-]{36}$/);
      const found = await anna.search(text);
      expect(await found.text(), text).toContain(id);
    }
  });

  it("the desk's page of an application shows old and new answers and marks those that were not asked for", async () => {
    const { id, values } = await applicant();
    await anna.decide(id, 'changes_requested', { note: 'A typo', fields: ['passport_number'] });
    const body = formOf('founder', {
      ...values,
      passport_number: 'N7777777',
      surname: 'Other',
      file4: SAMPLES.passportPng,
    });
    await call(`${APPLICATION_PATHS.founder}/${id}`, { token: await applicantToken(id), body, method: 'POST' });
    for (const page of [await anna.page(`/applications/${id}`), await anna.page(`/applications/${id}/changes`)]) {
      expect(page).toContain('N1234567');
      expect(page).toContain('N7777777');
      expect(page).toContain('Not asked for');
    }
    const page = await anna.page(`/applications/${id}`);
    expect(page).toMatch(/<a href="#changes">3 answers changed on [^<]+, 2 were not asked for<\/a>/);
    for (const [label, mark] of [
      ['Passport number', 'Changed'],
      ['Surname', 'Not asked for'],
    ])
      expect(page).toMatch(new RegExp(`<label[^>]*>${label}</label>(?:(?!<dt>)[^])*${mark}`));
    expect(await anna.page('/log')).toMatch(/Not asked for: [^<]*Surname/);
  });

  it('the desk serves files with headers that prevent scripts, inline or as a download', async () => {
    const { id } = await applicant();
    const [, path = ''] = /href="(\/files\/[^"?]+)"/.exec(await anna.page(`/applications/${id}`)) ?? [];
    const shown = await anna.get(path);
    expect(shown.headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'self'; sandbox");
    expect(shown.headers.get('Content-Disposition')).toMatch(/^inline/);
    expect(shown.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(shown.headers.get('Cache-Control')).toBe('no-store');
    await shown.arrayBuffer();
    const saved = await anna.get(`${path}?save`);
    // Named by what it is: phones give several files the same name.
    expect(saved.headers.get('Content-Disposition')).toMatch(/^attachment; filename="[\w ’_-]+ of \w[^"]+\.\w+"/);
    await saved.arrayBuffer();
    expect((await anna.get('/files/nothing')).status).toBe(404);
  });

  it("an officer can export an applicant's data, and erase it after typing the number", async () => {
    const { id } = await applicant('Erasedname');
    const archive = new Uint8Array(await (await anna.get(`/applications/${id}/personal.zip`)).arrayBuffer());
    expect(String.fromCharCode(...archive.slice(0, 4))).toBe('PK\u0003\u0004');
    expect(new TextDecoder('latin1').decode(archive)).toContain('application.json');
    await refused(() => anna.post(`/applications/${id}/erase`, { typed: 'ITV-OTHER' }), 422);
    const typed = ` ${id.toLowerCase()}\u200b`;
    expect((await anna.post(`/applications/${id}/erase`, { typed })).status).toBe(200);
    expect(await statusOf(id)).toBeUndefined();
    // Erased is the same as never stored.
    expect((await anna.get(`/applications/${id}`)).status).toBe(404);
  });

  it("the desk's retention queue lists closed applications with the day of their anonymisation", async () => {
    const { id } = await applicant();
    await anna.decide(id, 'rejected', { note: 'No' });
    expect(await anna.page('/?queue=retention')).toContain('No retention is set');
    const closed = Date.parse('2025-06-10T12:00Z');
    await bindings.DB.batch(
      ['applicants SET created_at = ? WHERE id = ?', 'status_history SET created_at = ? WHERE applicant_id = ?'].map(
        (change) => bindings.DB.prepare(`UPDATE ${change}`).bind(closed, id),
      ),
    );
    const kept = (months: string) => officer('anna@office.example', undefined, { RETENTION_MONTHS: months });
    const page = await (await kept('1')).page('/?queue=retention');
    expect(page).toContain(`/applications/${id}`);
    expect(page).toContain('Closed 10 June 2025, anonymised from 11 July 2025');
    expect(await (await kept('600')).page('/?queue=retention')).toContain('No application becomes due');
  });

  it("the desk's mails page lists and resends questions of the help page", async () => {
    await bindings.DB.prepare(
      `INSERT INTO mails (id, applicant_id, kind, content, address, made_at, due_at, expires_at, state)
       VALUES ('M-QUESTION', NULL, 'question', '{"message":"Q-1"}', 'office@example.org', 1, 1, 9e12, 'unclear'),
         ('M-NOBODY', NULL, 'code', '{}', NULL, 1, 1, 9e12, 'waiting')`,
    ).run();
    const page = await anna.page('/mails');
    expect(page).toContain('href="/messages/Q-1"');
    expect(page).not.toContain('M-NOBODY');
    const [, mail = ''] = /action="\/mails\/M-QUESTION"[^>]*><input[^>]*name="mail" value="([^"]+)"/.exec(page) ?? [];
    await refused(() => anna.post('/mails/M-QUESTION', {}), 409);
    expect((await anna.post('/mails/M-QUESTION', { mail })).headers.get('Location')).toBe('/mails?done=resent');
    await refused(() => anna.post('/mails/M-NOBODY', {}), 404);
  });

  it('a mail is sent again once when two officers have pages of the same time', async () => {
    const { id } = await applicant();
    await bindings.DB.prepare("UPDATE mails SET state = 'unclear' WHERE applicant_id = ?").bind(id).run();
    const row = (await anna.page('/mails')).split('<tr').find((one) => one.includes(id)) ?? '';
    const [path = '', mail = ''] = [/action="([^"]+)"/, /name="mail" value="([^"]+)"/].map((one) => one.exec(row)?.[1]);
    expect((await anna.post(path, { mail })).status).toBe(303);
    await runMail(Date.now());
    await refused(() => bekzod.post(path, { mail }), 409);
  });

  it('Russian texts of the desk have no-break spaces after short words', async () => {
    expect(await anna.page('/?lng=ru')).toContain('К\u00A0содержанию');
  });

  it("pages of the desk show days and times in the office's time zone and name it", async () => {
    const { id } = await applicant();
    await bindings.DB.prepare('UPDATE status_history SET created_at = ? WHERE applicant_id = ?')
      .bind(Date.parse('2026-11-19T20:30Z'), id)
      .run();
    const page = await anna.page(`/applications/${id}`);
    expect(page).toContain('20 November 2026, 01:30');
    // It is Friday in Tashkent, so the next working day is Monday.
    expect(page).toMatch(/(?:Due by|Overdue since) 23 November 2026/);
    expect(page.split('Asia/Tashkent (GMT+5)')).toHaveLength(2);
  });

  it("the desk's list can be saved as a table of each format, which is logged", async () => {
    const csv = await anna.get('/applications.csv?status=submitted');
    expect(csv.headers.get('Content-Type')).toContain('text/csv');
    expect(await csv.text()).toContain('ITV-');
    const xlsx = await anna.get('/applications.xlsx?status=submitted');
    expect(xlsx.headers.get('Content-Type')).toContain('spreadsheetml.sheet');
    expect(xlsx.headers.get('Content-Disposition')).toContain('.xlsx"');
    expect((await xlsx.text()).slice(0, 2)).toBe('PK');
    const log = await anna.page('/log');
    for (const entry of ['exported the list as CSV', 'exported the list as XLSX']) expect(log).toContain(entry);
  });

  it('a template of the desk can be changed only from its latest version', async () => {
    const first = { id: '0', title: 'First', status: 'rejected', ru: 'а', en: 'a', version: '0', step: 'save' };
    await anna.post('/templates', first);
    const [, id = ''] = /href="\/templates\?edit=(\d+)#edit">First/.exec(await anna.page('/templates')) ?? [];
    const change = { ...first, id, title: 'Second', version: '1' };
    expect((await anna.post('/templates', change)).status).toBe(303);
    expect((await bekzod.post('/templates', change)).status).toBe(409);
    expect((await bekzod.post('/templates', { ...change, version: '2', step: 'delete' })).status).toBe(303);
  });
});

describe('all pages of the desk', () => {
  it('pages of the desk are small, bilingual, not stored, and connect only beside scans', async () => {
    const { id } = await applicant();
    const paths = [
      '/',
      '/?queue=unassigned',
      '/?queue=overdue',
      '/?queue=deletion',
      '/?queue=submitted',
      '/mails',
      '/mails?all',
      '/statistics',
      '/reads',
      '/help',
    ];
    const own = ['', '/changes', '/personal', '/decision/rejected'];
    for (const path of [...paths, '/log', '/templates', ...own.map((rest) => `/applications/${id}${rest}`)])
      for (const lng of ['ru', 'en']) {
        const response = await anna.get(`${path}${path.includes('?') ? '&' : '?'}lng=${lng}`);
        const html = await response.text();
        expect(response.status, path).toBe(200);
        expect(html).toContain(`<html lang="${lng}">`);
        expect(new TextEncoder().encode(html).length, path).toBeLessThan(60_000);
        const policy = response.headers.get('Content-Security-Policy') ?? '';
        expect(policy.includes('connect-src'), path).toBe(path.startsWith('/applications/'));
        expect(policy).toContain("default-src 'none'");
        expect(response.headers.get('Cache-Control')).toBe('no-store');
        // A missing text would show its key.
        expect(html).not.toMatch(/>(?:[a-z]\w*\.)+[a-zA-Z]\w*</);
      }
  });

  it('an unknown page of the desk is 404, and its links stay on the desk', async () => {
    for (const path of ['/nowhere', '//host/x', '///host/x', '/\\host/x', '//host/x?queue=//host/y&lng=en']) {
      const response = await anna.get(path);
      expect(response.status).toBe(404);
      const links = [...(await response.text()).matchAll(/(?:href|action)="([^"]*)"/gi)].map(([, to = '']) => to);
      const away = links.filter((to) => new URL(to, ORIGIN + path).origin !== ORIGIN);
      expect(away.filter((to) => !to.startsWith('data:') && !to.endsWith('/logout'))).toEqual([]);
    }
  });
});

it('the application marks what is odd about a passport beside the answer', async () => {
  const values = validValues({ email: newEmail(), name: 'Қайрат', passport_date: '2001-02-03' });
  const { id } = await createApplication({ type: 'founder', values });
  const page = await (await anna.get(`/applications/${id}`)).text();
  expect(page).toContain('Not in Latin letters (');
  expect(page).toContain('Issued over 20\u00a0years ago');
  expect(page).not.toContain('Over 100');
});
