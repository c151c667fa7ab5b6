import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { inlineScripts } from '../../../src/layouts/inline-scripts.ts';

interface Device {
  kept?: string | null;
  storageRefused?: boolean;
}

/** An event like a key's in the focused box, or with other properties. */
interface Edit {
  event?: string;
  inForm?: boolean;
  isTrusted?: boolean;
  isFocused?: boolean;
  inputType?: string;
}

/** Runs the script like a browser on a page with one form; `inForm` says whether a control is inside it. */
function visit({ kept = null, storageRefused = false }: Device = {}) {
  const device = { kept, opening: false };
  const dataset: { draft?: string } = {};
  const listeners = new Map<string, (event: unknown) => void>();
  const addEventListener = (event: string, listen: (event: unknown) => void) => listeners.set(event, listen);
  const window: { earlyForm?: { typed: Map<unknown, string> } } = {};
  const userActivation = { hasBeenActive: false };
  const document = {
    documentElement: { dataset },
    activeElement: null as object | null,
    addEventListener,
    querySelector: () => (device.opening ? {} : null),
  };
  runInNewContext(inlineScripts.earlyForm, {
    window,
    document,
    navigator: { userActivation },
    addEventListener,
    get localStorage() {
      if (storageRefused) throw new DOMException('refused', 'SecurityError');
      return { getItem: (key: string) => (key === 'draft' ? device.kept : null) };
    },
  });
  const happens = (event: string, about: object = {}) => listeners.get(event)?.(about);
  const type = (control: object, { event = 'input', inForm = true, isFocused = true, ...about }: Edit = {}) => {
    const target = Object.assign(control, { closest: () => (inForm ? { querySelectorAll: () => [control] } : null) });
    document.activeElement = isFocused ? target : null;
    happens(event, { target, isTrusted: true, ...about });
  };
  const leave = () => {
    let asked = false;
    happens('beforeunload', {
      preventDefault: () => {
        asked = true;
      },
    });
    return asked;
  };
  return { device, dataset, early: window.earlyForm, userActivation, happens, type, leave };
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

  it('an answer that the browser restores before the first key or click is removed, and is no edit', () => {
    const { early, type, leave } = visit();
    const box = { name: 'surname', value: 'Old', defaultValue: '', isConnected: true };
    const choice = {
      name: 'gender',
      type: 'radio',
      value: 'male',
      defaultValue: 'male',
      checked: true,
      defaultChecked: false,
    };
    const select = { name: 'validity_time', value: '6' };
    for (const control of [box, choice, select]) type(control, { isFocused: false });
    expect([box.value, choice, select.value]).toMatchObject(['', { value: 'male', checked: false }, '']);
    expect(early?.typed.size).toBe(0);
    expect(leave()).toBe(false);
  });

  it('autofill after a first key or click, a drop, and programs that fill in boxes are edits', () => {
    const { early, userActivation, type } = visit();
    type({ name: 'name', value: 'dropped' }, { isFocused: false, inputType: 'insertFromDrop' });
    type({ name: 'phone', value: 'by an extension' }, { isFocused: false, isTrusted: false });
    userActivation.hasBeenActive = true;
    type({ name: 'email', value: 'autofilled' }, { isFocused: false });
    expect([...(early?.typed.values() ?? [])]).toEqual(['dropped', 'by an extension', 'autofilled']);
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
