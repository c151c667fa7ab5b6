/** Validates the whole draft, for its form and for the marker that other pages read. */
import type { FieldErrors } from '../../domain/api/errors.ts';
import { draftMarker, partStates } from '../../domain/application/steps.ts';
import { DRAFT_LIFE_MS } from '../device/stored-record.ts';
import { checkForms, rulesFor } from './check-forms.ts';
import { mergePendingEdits, type OpenDraft } from './draft-state.ts';

export const rulesOf = ({ $state, ports }: OpenDraft) =>
  rulesFor($state.get(), { now: ports.now(), isPhone: ports.isPhone });

export function checkAll(own: OpenDraft): FieldErrors {
  mergePendingEdits(own);
  return checkForms(own.$state.get(), rulesOf(own));
}

/** Records for other pages when the draft on the device expires, and the progress that the overview shows. */
export function updateMarker(own: OpenDraft): void {
  const { ports, isOnDevice, changedAt } = own;
  ports.setDraftMarker?.(isOnDevice ? markerOf(own, Date.parse(changedAt) + DRAFT_LIFE_MS) : null);
}

function markerOf(own: OpenDraft, endsAt: number): string {
  const errors = checkAll(own);
  const { type, saved, refused } = own.$state.get();
  return draftMarker(endsAt, type, partStates(type, saved, { ...errors, ...refused }));
}
