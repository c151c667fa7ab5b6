/**
 * Keeps in the tab what an officer types and chooses until it was sent: a sign-in on the way, or Back, would lose it. It is kept
 * only in this tab, only for the same officer and page; a page that confirms an action forgets what that action has stored, also
 * for pages above its form. The second click of a double click is dropped: the desk would refuse it as another officer's change.
 */
import { LOCALES } from '../../domain/i18n/locales.ts';

type Control = HTMLTextAreaElement | HTMLSelectElement | HTMLInputElement;

const { officer = '', done, typed } = document.body.dataset;
const areas = [...document.querySelectorAll('textarea')];
// The same key on the page of a refused form, which has another address.
const { pathname, searchParams } = new URL(areas[0]?.form?.action ?? location.href);
/** Each template has its own key. The slash at the end distinguishes 3 from 31. */
const KEY = `typed ${officer} ${[pathname, ...searchParams.getAll('edit'), ''].join('/')}`;

/** The controls that an action stores, by its result. Others, such as taking an application, store nothing. */
const STORED: Record<string, readonly string[]> = {
  noted: ['text'],
  written: ['message'],
  decided: ['note', 'fields', 'from', 'to', 'sure', 'reason'],
  declined: ['note'],
  answered: ['text'],
  closed: ['text'],
  saved: ['title', 'status', ...LOCALES],
};
const read = (key: string) => JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, string>;

// The key of the form that this tab sent last.
const sent = sessionStorage.getItem('sent') ?? '';
for (const key of Object.keys(sessionStorage).filter((one) => sent.startsWith(one))) {
  const left = Object.entries(read(key)).filter(([name]) => !STORED[done ?? '']?.includes(name.split(' ')[0] ?? ''));
  sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(left)));
}
// Replaces the address of a form's response: Back or a reload would otherwise send the form again, or confirm the action again.
history.replaceState(null, '', location.href.replace(/done=\w+&?/, '').replace(/[?&]$/, ''));

/** Controls that browsers do not restore on a page that they do not store: lists, dates and boxes. */
const controls = [
  ...document.querySelectorAll<Control>('main :is(textarea, select, [type="date"], [type="checkbox"])'),
].filter((control) => control.form?.method === 'post' && !control.closest('.case-facts'));
const isBox = (control: Control) => control instanceof HTMLInputElement && control.type === 'checkbox';
const nameOf = (control: Control) => (isBox(control) ? `${control.name} ${control.value}` : control.name);

/** True for a control as the page came: a change made before this script ran is newer than what the tab has kept. */
function isUntouched(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const chosen = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
    return control.selectedIndex === Math.max(0, chosen);
  }
  return isBox(control)
    ? (control as HTMLInputElement).checked === (control as HTMLInputElement).defaultChecked
    : control.value === control.defaultValue;
}

const kept = read(KEY);
for (const control of controls) {
  const value = kept[nameOf(control)];
  if (value === undefined || !isUntouched(control)) continue;
  // A form that the desk shows again has what was sent; other texts of the page stay as they were typed.
  if (typed !== undefined && !(control instanceof HTMLTextAreaElement)) continue;
  if (isBox(control)) (control as HTMLInputElement).checked = value !== '';
  else if (control.value === '' || !(control instanceof HTMLTextAreaElement)) control.value = value;
}

function keep(): void {
  const values = controls.map((control) => [
    nameOf(control),
    isBox(control) && !(control as HTMLInputElement).checked ? '' : control.value,
  ]);
  sessionStorage.setItem(KEY, JSON.stringify({ ...read(KEY), ...Object.fromEntries(values) }));
}
document.addEventListener('input', keep);

const DOUBLE_CLICK_MS = 1000;
let sentAt = Number.NEGATIVE_INFINITY;
document.addEventListener('submit', (event) => {
  if (event.timeStamp - sentAt < DOUBLE_CLICK_MS) return event.preventDefault();
  sentAt = event.timeStamp;
  // Also keeps what a template or the desk has filled in.
  keep();
  sessionStorage.setItem('sent', KEY);
});
