/** The request in the URL of a part's page: a type of application to begin, or nothing. */
import { type ApplicationType, readApplicationType } from '../../domain/application/types.ts';
import type { Locale } from '../../domain/i18n/locales.ts';
import { $draft, draftStore } from '../../stores/application/draft.ts';
import { readSubmitted } from '../../stores/application/submitted.ts';
import { isBlankForm } from '../../stores/device/form-values.ts';
import { hasEarlyTyping } from '../fields/form/early-typing.ts';
import { overviewHref, replacePage } from './navigation.ts';

const typeInUrl = () => readApplicationType(new URLSearchParams(location.search).get('type'));

/**
 * Chooses the type in the query. If a draft exists, the overview opens first, but only once: a reload and "back" show the part.
 * @returns true when the overview opens
 */
export function applyRequestedType(locale: Locale, type: ApplicationType | null): boolean {
  const { type: chosen, step1Data, step2Data, savedAt } = $draft.get();
  const asked = typeInUrl();
  const isNew = asked !== null && !isFollowed();
  const wanted = isNew ? asked : chosen === null ? (asked ?? type) : null;
  if (wanted) draftStore.chooseType(wanted);
  if (!isNew) return false;
  // Edits made while the draft was being read are not in it yet.
  const begun = savedAt !== null && !(isBlankForm(step1Data) && isBlankForm(step2Data));
  if (begun) replacePage(overviewHref(locale));
  else history.replaceState({ ...history.state, [FOLLOWED]: true }, '');
  return begun;
}

/** In the state of a history entry whose query was followed. */
const FOLLOWED = 'followed';
const isFollowed = () => history.state?.[FOLLOWED] === true;

/** Chooses the URL's type while the draft loads: on a slow device the visitor may leave the part before. */
export function requestTypeFromUrl(): void {
  const asked = typeInUrl();
  if (asked && !isFollowed()) draftStore.chooseType(asked);
}

/** True for an empty form without a type in its URL after a submission from this device: "back" from its confirmation. */
export function isBackFromConfirmation(): boolean {
  const { phase, type, savedAt, step1Data, step2Data } = $draft.get();
  const isEmpty = phase === 'ready' && type === null && savedAt === null && isBlankForm([step1Data, step2Data]);
  return isEmpty && typeInUrl() === null && !hasEarlyTyping() && readSubmitted() !== null;
}
