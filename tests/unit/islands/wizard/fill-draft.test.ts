/** Answers that a passport's photo puts into the draft of this portal. */
import { afterEach, expect, it, vi } from 'vitest';
import { draftAnswers, fillDraft } from '../../../../src/islands/wizard/use-draft.ts';
import { $draft, draftStore } from '../../../../src/stores/application/draft.ts';

afterEach(() => vi.unstubAllGlobals());

it('fillDraft clears the host’s errors of the answers that it replaces, and of no others', async () => {
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('addEventListener', () => undefined);
  await draftStore.openDraft();
  const ofRelative = 'formatted_relatives.0.name';
  draftStore.chooseType('founder');
  const refused = { surname: ['name_characters'], name: ['too_long'], [ofRelative]: ['too_long'] };
  draftStore.setMarks({ refused });
  fillDraft('founder', { surname: 'KARIMOVA' });
  expect($draft.get().refused).toEqual({ name: ['too_long'], [ofRelative]: ['too_long'] });
  fillDraft('founder', { name: 'ANNA', photo_kept: '' });
  expect($draft.get().refused).toEqual({ [ofRelative]: ['too_long'] });
  expect(draftStore.formOf(1)).toMatchObject({ surname: 'KARIMOVA', name: 'ANNA' });
});

it('the form of a part keeps the names of lost files in the draft', async () => {
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('addEventListener', () => undefined);
  await draftStore.openDraft();
  const { marks, setMarks } = draftAnswers('founder', 'family');
  const lost = [{ path: 'formatted_relatives.0.file6', name: 'passport.pdf' }];
  setMarks?.({ refused: {}, lost });
  expect($draft.get().lost).toEqual(lost);
  expect(marks?.().lost).toEqual(lost);
});
