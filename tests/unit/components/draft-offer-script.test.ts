import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import draftOfferScript from '../../../src/components/draft-offer.ts?inline-script';
import { draftMarker, partStates } from '../../../src/domain/application/steps.ts';

const NOW = Date.parse('2026-03-02T10:00:00Z');

/** Runs the script behind a hidden offer, on a device with this marker. @returns the offer's text; null while it is hidden */
function offered(marker: string | undefined): string | null {
  const offer = {
    hidden: true,
    dataset: { parts: ': 1 of 2 parts' },
    text: 'Continue',
    append(words: string) {
      this.text += words;
    },
  };
  runInNewContext(draftOfferScript, {
    document: { currentScript: { previousElementSibling: offer } },
    localStorage: { draft: marker },
    Date: { now: () => NOW },
  });
  return offer.hidden ? null : offer.text;
}

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

  it("an older portal's marker, which has no end, is offered", () => {
    expect(offered('kept')).toBe('Continue');
    expect(offered('kept 2 11')).toBe('Continue: 2 of 11 parts');
  });
});
