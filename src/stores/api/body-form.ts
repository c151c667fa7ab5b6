/** How the host in use takes a body, from the gateway; kept in the tab, so that a reload knows it at once. */
import { BODY_FORM_PATH, type BodyForm, readBodyForm } from '../../domain/application/body-form.ts';
import { readTab, writeTab } from '../browser/storage.ts';
import { offers } from './offers.ts';
import { send } from './request.ts';

const KEY = 'bodyForm';

let known = readBodyForm(readTab(KEY));

let loading: Promise<BodyForm | null> | null = null;

/** Loads it once per page, before anything that depends on it. @returns null without a response; the next call tries again */
export function loadBodyForm(): Promise<BodyForm | null> {
  loading ??= send(BODY_FORM_PATH, {}).then(({ ok, body }) => {
    const form = ok ? readBodyForm(body) : null;
    if (form === null) {
      loading = null;
      return null;
    }
    known = form;
    writeTab(KEY, form);
    return form;
  });
  return loading;
}

/** False until the form is known, so that no page refuses what this portal's own host takes. */
export const needsWholeDates = (): boolean => known !== null && !known.partial_dates && !offers.has('partial_dates');
