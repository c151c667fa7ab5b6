import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import continueDraftScript from '../../../src/components/continue-draft.ts?inline-script';
import { draftMarker, partStates } from '../../../src/domain/application/steps.ts';

const NOW = Date.parse('2026-03-02T10:00:00Z');

/** Runs the script behind a hidden offer, on a device with this marker. `shown`: the offer's text; null while it is hidden */
function visit(marker: string | undefined) {
  const offer = { hidden: true, dataset: { parts: ': 1 of 2 parts' }, textContent: 'Continue' };
  const localStorage: { draft?: string | undefined } = { draft: marker };
  let comeBack = () => {};
  runInNewContext(continueDraftScript, {
    document: { currentScript: { previousElementSibling: offer } },
    localStorage,
    Date: { now: () => NOW },
    addEventListener: (event: string, listen: () => void) => {
      if (event === 'pageshow') comeBack = listen;
    },
  });
  const shown = () => (offer.hidden ? null : offer.textContent);
  return {
    shown,
    /** The browser restores the page from the back/forward cache. */
    comeBack(now: string | undefined) {
      localStorage.draft = now;
      comeBack();
      return shown();
    },
  };
}
const offered = (marker: string | undefined) => visit(marker).shown();

describe('the script of the offer to go on with a draft', () => {
  it('the offer is hidden without a draft', () => {
    expect(offered(undefined)).toBeNull();
  });

  it('the offer has the progress of the marker until the draft expires', () => {
    const states = partStates('specialist', ['passport', 'name'], {});
    expect(offered(draftMarker(NOW + 1, 'specialist', states))).toBe('Continue: 2 of 11 parts');
    expect(offered(draftMarker(NOW - 1, 'specialist', states))).toBeNull();
  });

  it('the offer has no progress before a type is chosen', () => {
    expect(offered(draftMarker(NOW + 1, null, partStates(null, ['passport'], {})))).toBe('Continue');
  });

  it('the offer of a page that is shown again is that of the device by then', () => {
    const begun = draftMarker(NOW + 1, 'specialist', partStates('specialist', ['passport', 'name'], {}));
    const page = visit(undefined);
    expect(page.comeBack(begun)).toBe('Continue: 2 of 11 parts');
    expect(page.comeBack(begun)).toBe('Continue: 2 of 11 parts');
    expect(page.comeBack(draftMarker(NOW + 1, null, partStates(null, ['passport'], {})))).toBe('Continue');
    expect(page.comeBack(undefined)).toBeNull();
  });

  it("an older portal's marker, which has no end, is offered", () => {
    expect(offered('kept')).toBe('Continue');
    expect(offered('kept 2 11')).toBe('Continue: 2 of 11 parts');
  });
});
