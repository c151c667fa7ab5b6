/**
 * Keeps what an officer types in the tab until it was sent: a sign-in on the way would lose it. Rule: only in this tab, only for
 * the same officer and page; a page that confirms an action forgets the text that this has stored, also on pages above its form.
 * Drops the second click of a double click, which the desk would refuse as another officer's change.
 */
import { LOCALES } from '../../domain/i18n/locales.ts';

const { officer = '', done } = document.body.dataset;
const areas = [...document.querySelectorAll('textarea')];
// The same on the page of a refused form, which has another address.
const { pathname, searchParams } = new URL(areas[0]?.form?.action ?? location.href);
/** Each template has its own. The slash at the end tells 3 from 31. */
const KEY = `typed ${officer} ${[pathname, ...searchParams.getAll('edit'), ''].join('/')}`;

/** The areas that an action stores, by its result. Others, such as taking an application, store none. */
const STORED: Record<string, readonly string[]> = {
  ...{ noted: ['text'], written: ['message'], decided: ['note'], declined: ['note'] },
  ...{ answered: ['text'], closed: ['text'], saved: LOCALES },
};
const read = (key: string) => JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, string>;

// The key of the form that this tab has sent last.
const sent = sessionStorage.getItem('sent') ?? '';
for (const key of Object.keys(sessionStorage).filter((one) => sent.startsWith(one))) {
  const left = Object.entries(read(key)).filter(([name]) => !STORED[done ?? '']?.includes(name));
  sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(left)));
}
// Back or a reload would confirm the action again, perhaps after its undo.
if (done) history.replaceState(null, '', location.href.replace(/done=\w+&?/, '').replace(/[?&]$/, ''));
const kept = read(KEY);
for (const area of areas) if (area.value === '' && kept[area.name]) area.value = kept[area.name] ?? '';

document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLTextAreaElement)) return;
  const values = Object.fromEntries(areas.map(({ name, value }) => [name, value]));
  sessionStorage.setItem(KEY, JSON.stringify(values));
});

const DOUBLE_CLICK_MS = 1000;
let sentAt = Number.NEGATIVE_INFINITY;
document.addEventListener('submit', (event) => {
  if (event.timeStamp - sentAt < DOUBLE_CLICK_MS) return event.preventDefault();
  sentAt = event.timeStamp;
  sessionStorage.setItem('sent', KEY);
});
