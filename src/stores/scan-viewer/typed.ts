/**
 * Keeps what an officer types in the tab until it was sent: a sign-in on the way would lose it. Rule: only in this tab, only for
 * the same officer and page; a page that confirms a form forgets it, and those of the pages below.
 */
const { officer = '', done } = document.body.dataset;
const KEY = `typed ${officer} ${location.pathname}`;
const areas = [...document.querySelectorAll('textarea')];

if (done) for (const key of Object.keys(sessionStorage)) if (key.startsWith(KEY)) sessionStorage.removeItem(key);
const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, string>;
for (const area of areas) if (area.value === '' && kept[area.name]) area.value = kept[area.name] ?? '';

document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLTextAreaElement)) return;
  const values = Object.fromEntries(areas.map(({ name, value }) => [name, value]));
  sessionStorage.setItem(KEY, JSON.stringify(values));
});
