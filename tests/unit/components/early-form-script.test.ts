import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { inlineScripts } from '../../../src/layouts/inline-scripts.ts';

interface Device {
  kept?: string | null;
  storageRefused?: boolean;
}

/** Runs the script like a browser on a page with one form; `inForm` says whether a control is inside it. */
function visit({ kept = null, storageRefused = false }: Device = {}) {
  const device = { kept, opening: false };
  const dataset: { draft?: string } = {};
  const listeners = new Map<string, (event: unknown) => void>();
  const addEventListener = (event: string, listen: (event: unknown) => void) => listeners.set(event, listen);
  const window: { earlyForm?: { typed: Map<unknown, string> } } = {};
  runInNewContext(inlineScripts.earlyForm, {
    window,
    document: { documentElement: { dataset }, addEventListener, querySelector: () => (device.opening ? {} : null) },
    addEventListener,
    get localStorage() {
      if (storageRefused) throw new DOMException('refused', 'SecurityError');
      return { getItem: (key: string) => (key === 'draft' ? device.kept : null) };
    },
  });
  const happens = (event: string, about: object = {}) => listeners.get(event)?.(about);
  const type = (control: object, { event = 'input', inForm = true } = {}) =>
    happens(event, { target: { ...control, closest: () => (inForm ? {} : null) } });
  const leave = () => {
    let asked = false;
    happens('beforeunload', {
      preventDefault: () => {
        asked = true;
      },
    });
    return asked;
  };
  return { device, dataset, early: window.earlyForm, happens, type, leave };
}

describe('the script of a prerendered form', () => {
  it('a prerendered form is hidden where the device holds a draft, and visible otherwise', () => {
    expect(visit({ kept: 'kept' }).dataset).toEqual({ draft: 'opening' });
    expect(visit().dataset).toEqual({});
    expect(visit({ storageRefused: true }).dataset).toEqual({});
  });

  it('a prerendered form is checked again on each replacing page until it is hydrated', () => {
    const { device, dataset, happens } = visit();
    device.kept = 'kept';
    happens('astro:after-swap');
    expect(dataset).toEqual({});
    device.opening = true;
    happens('astro:after-swap');
    expect(dataset).toEqual({ draft: 'opening' });
  });

  it('edits in a prerendered form are recorded, without passwords and other forms', () => {
    const { early, type } = visit();
    type({ name: 'surname', value: 'Каримова' });
    type({ name: 'gender', value: 'female' }, { event: 'change' });
    type({ name: 'password', type: 'password', value: 'secret' });
    type({ name: 'search', value: 'x' }, { inForm: false });
    expect([...(early?.typed.values() ?? [])]).toEqual(['Каримова', 'female']);
  });

  it('leaving a prerendered form with unsaved edits asks for confirmation', () => {
    const { early, type, leave } = visit();
    expect(leave()).toBe(false);
    type({ name: 'surname', value: 'Каримова', isConnected: false });
    expect(leave(), 'of a page that is gone').toBe(false);
    type({ name: 'surname', value: 'Каримова', isConnected: true });
    expect(leave()).toBe(true);
    early?.typed.clear();
    expect(leave()).toBe(false);
  });
});
