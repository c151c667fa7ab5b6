import { expect, test, vi } from 'vitest';
import { answersFile, DRAFT_ANSWERS } from '../../../../src/stores/application/answers-file.ts';
import { DRAFT_KEY } from '../../../../src/stores/application/draft-record.ts';
import { filledForm, saveParts } from './filled-forms.ts';
import { createDevice } from './one-device.ts';

const words = { title: 'My answers', label: (path: string) => `<${path}>`, lang: 'en' };

async function textOf(stored: unknown): Promise<string> {
  const device = createDevice();
  device.stored.set(DRAFT_KEY, stored);
  return (await answersFile(DRAFT_ANSWERS, words, device.storage))?.text() ?? '';
}

test('the answers file has every answer and file of the draft, and no key', async () => {
  const device = createDevice();
  const tab = device.tab();
  await tab.openDraft();
  tab.chooseType('founder');
  saveParts(tab, 'founder');
  const company = { secret: 'A'.repeat(22), parts: ['company' as const] };
  await tab.storeLinks({ company });
  const { key } = await tab.beginAttempt('fingerprint-of-the-body');
  const html = (await (await answersFile(DRAFT_ANSWERS, words, device.storage))?.text()) ?? '';
  const { surname, passport_number, file4 } = filledForm('founder', { step: 1 });
  expect(html).toContain(`<dt>&lt;surname&gt;</dt><dd>${surname}</dd>`);
  expect(html).toContain(String(passport_number));
  const { name, blob } = file4 as { name: string; blob: Blob };
  expect(html).toContain(`download="${name}" href="data:application/octet-stream;base64,${btoa(await blob.text())}"`);
  for (const secret of [company.secret, key, 'fingerprint-of-the-body']) expect(html).not.toContain(secret);
});

test('the answers file has large files unchanged, under names that Windows takes', async () => {
  const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at % 251);
  const device = createDevice();
  device.stored.set(DRAFT_KEY, { step1Data: { file4: { name: 'CON.pdf', fileKey: 'file:1' } }, step2Data: {} });
  device.stored.set('file:1', new Blob([bytes]));
  const html = (await (await answersFile(DRAFT_ANSWERS, words, device.storage))?.text()) ?? '';
  const [, found = ''] = /base64,([^"]+)"/.exec(html) ?? [];
  expect(html).toContain('<a download="CON.pdf"');
  expect(Buffer.from(found, 'base64').equals(Buffer.from(bytes))).toBe(true);
});

test('the answers file runs no markup of a draft, and exists for a draft of any shape', async () => {
  const evil = '"><img src=x onerror=alert(1)><script>alert(1)</script>';
  expect(await textOf({ step1Data: { [evil]: evil, surname: 'Ivanova' }, step2Data: 7 })).not.toMatch(/<img|<script/);
  expect(await textOf({ step1Data: { surname: 'Ivanova' } })).toContain("default-src 'none'");
  const circle: Record<string, unknown> = { surname: 'Ivanova' };
  circle.again = circle;
  expect(await textOf({ version: 99, anything: circle })).toContain('Ivanova');
  expect(await textOf({ step1Data: { list: new Array(100_000).fill('x') }, step2Data: {} })).toContain('list.0');
  for (const other of ['text', 7, [], new Map(), new Blob(['x'])]) expect(await textOf(other)).toContain('<h1>');
});

test('the answers file is null without a draft, and rejects when the device refuses', async () => {
  const device = createDevice();
  expect(await answersFile(DRAFT_ANSWERS, words, device.storage)).toBeNull();
  vi.spyOn(device.storage, 'get').mockRejectedValue(new DOMException('refused'));
  await expect(answersFile(DRAFT_ANSWERS, words, device.storage)).rejects.toThrow('refused');
});

test('the answers file of unsent changes has the changed answers', async () => {
  const device = createDevice();
  device.stored.set('changes:ITV-1', { version: 1, base: 1, mine: { surname: 'Petrova' } });
  const html = await (await answersFile({ key: 'changes:ITV-1', forms: ['mine'] }, words, device.storage))?.text();
  expect(html).toContain('<dt>&lt;surname&gt;</dt><dd>Petrova</dd>');
  expect(html).not.toContain('base');
});
