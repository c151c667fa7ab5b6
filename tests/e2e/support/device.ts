/** The browser's storage from outside: puts a draft there like an earlier visit, and reads what is stored. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import type { ListName } from '../../../src/domain/application/fields.ts';
import { emptyForm, emptyItem, type FormState } from '../../../src/domain/application/form.ts';
import { answeredParts } from '../../../src/domain/application/steps.ts';
import { splitDate } from '../../../src/domain/input/date.ts';
import { DISTRICTS } from '../../../src/domain/reference/districts.ts';
import type { Applicant, Typed } from './applicants.ts';
import { fixture } from './fill.ts';
import type { OtherBrowser } from './other-browser.ts';

/** A stored draft, with files as base64. */
export interface StoredDraft {
  record: Record<string, unknown>;
  files: { key: string; type: string; base64: string }[];
}

const FILE = /\.(pdf|jpg|png|webp)$/;
const TYPES: Record<string, string> = { pdf: 'application/pdf', jpg: 'image/jpeg', png: 'image/png' };
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the draft of an applicant who has saved all parts and is at the review page. */
export function finishedDraft({ type, step1, step2 }: Applicant): StoredDraft {
  const files: StoredDraft['files'] = [];
  const keep = (name: string) => {
    const base64 = readFileSync(fixture(name)).toString('base64');
    const file = { key: `file:${files.length}`, type: TYPES[name.split('.').pop() ?? ''] ?? '', base64 };
    files.push(file);
    return { name, size: Buffer.from(base64, 'base64').length, type: file.type, fileKey: file.key };
  };
  const formOf = (form: FormState, typed: Typed): FormState => {
    for (const [path, value] of Object.entries(typed)) {
      const keys = path.split('.');
      const last = keys.pop() ?? '';
      const place = keys.reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, form);
      if (typeof value !== 'string') place[last] = value.map((item) => formOf(emptyItem(path as ListName), item));
      else if (FILE.test(value)) place[last] = keep(value);
      else place[last] = DAY.test(value) ? splitDate(value) : value;
      if (last === 'region') place.district = firstDistrict(value as string);
    }
    return form;
  };
  const record = {
    version: 1,
    writer: 'an earlier page',
    type,
    stepStatus: 3,
    saved: answeredParts(type),
    step1Data: formOf(emptyForm(type, { step: 1 }), step1),
    step2Data: formOf(emptyForm(type, { step: 2 }), step2),
    idempotencyKey: crypto.randomUUID(),
    fingerprint: null,
    sentAt: null,
    changedAt: new Date().toISOString(),
  };
  return { record, files };
}

function firstDistrict(region: string): string {
  return String(DISTRICTS.find(({ regionId }) => String(regionId) === region)?.id ?? '');
}

/** Puts a draft on the device from a page without a draft. */
export async function putDraft(page: Page, draft: StoredDraft): Promise<void> {
  await page.evaluate(async ({ record, files }) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('it-visa-draft');
      request.onupgradeneeded = () => request.result.createObjectStore('draft');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const done = new Promise((resolve, reject) => {
      const change = database.transaction('draft', 'readwrite');
      change.oncomplete = resolve;
      change.onerror = reject;
      const store = change.objectStore('draft');
      for (const { key, type, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        store.put(new Blob([bytes], { type }), key);
      }
      store.put(record, 'application');
    });
    await done;
    database.close();
  }, draft);
}

/** Returns the portal's IndexedDB, with the content of files. @param page of any browser */
export async function storedEntries(
  page: Pick<OtherBrowser, 'evaluate'>,
  filesAs: 'text' | 'digest' = 'text',
): Promise<Record<string, unknown>> {
  return page.evaluate(async (filesAs) => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const entries: Record<string, unknown> = {};
    for (const name of names) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName);
        const all = <Result>(request: IDBRequest<Result>) =>
          new Promise<Result>((resolve, reject) => {
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
          });
        const keys = all(store.getAllKeys());
        const values = all(store.getAll());
        for (const [index, key] of (await keys).entries()) entries[String(key)] = (await values)[index];
      }
      database.close();
    }
    const digest = async (file: Blob) =>
      new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())).join(' ');
    for (const [key, value] of Object.entries(entries))
      if (value instanceof Blob) entries[key] = await (filesAs === 'text' ? value.text() : digest(value));
    return entries;
  }, filesAs);
}

/** Returns the SHA-256 of each file of the draft on the device, sorted. */
export async function storedDigests(page: Page): Promise<unknown[]> {
  const entries = Object.entries(await storedEntries(page, 'digest'));
  return entries.flatMap(([key, value]) => (key.startsWith('file:') ? [value] : [])).sort();
}

/** Returns the draft's record on the device; undefined without one. */
export async function storedRecord(page: Page): Promise<Record<string, unknown> | undefined> {
  return (await storedEntries(page)).application as Record<string, unknown> | undefined;
}

/** Returns everything that the browser stores for the portal as text, cookies included. */
export async function everythingStored(page: Page): Promise<string> {
  const areas = await page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }, document.cookie]);
  return JSON.stringify([await storedEntries(page), areas, await page.context().cookies()]);
}
