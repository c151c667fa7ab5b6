/** How the host in use takes a body. The gateway tells it; the tab stores it, so that a reload knows it at once. */
import { BODY_FORM_PATH, type BodyForm, readBodyForm } from '../../domain/application/body-form.ts';
import { readTab, writeTab } from '../browser/storage.ts';
import { offers } from './offers.ts';

const KEY = 'bodyForm';

let known = readBodyForm(readTab(KEY));

let loading: Promise<BodyForm | null> | null = null;

/** Loads it once per page, before anything that depends on it. @returns null without a response; the next call tries again */
export function loadBodyForm(): Promise<BodyForm | null> {
  loading ??= fetchBodyForm().then((form) => {
    if (form === null) loading = null;
    return form;
  });
  return loading;
}

async function fetchBodyForm(): Promise<BodyForm | null> {
  // A part of the form makes no call before it is shown, so it does not load the calls at once.
  const calls = await import('./request.ts').catch(() => null);
  const response = await calls?.send(BODY_FORM_PATH, {});
  const form = response?.ok ? readBodyForm(response.body) : null;
  if (form === null) return null;
  known = form;
  writeTab(KEY, form);
  return form;
}

/** False until the body form is known, so that no page refuses what is accepted. */
export const needsWholeDates = (): boolean => known !== null && !known.partial_dates && !offers.has('partial_dates');
