import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { earlyFormScript } from '../../../src/layouts/early-form-script.ts';

interface Visit {
  address: string;
  kept?: string | null;
  storageRefused?: boolean;
}

/** Runs the script as a browser would; `opening` tells whether the form keeps out of sight, `draw` draws the page's first frame. */
function visit({ address, kept = null, storageRefused = false }: Visit) {
  const dataset: { draft?: string; first?: string } = {};
  const laidOut: (string | undefined)[] = [];
  const frames: (() => void)[] = [];
  const listeners = new Map<string, (event: unknown) => void>();
  const addEventListener = (event: string, listen: (event: unknown) => void) => listeners.set(event, listen);
  const window: { earlyForm?: { typed: Map<unknown, string>; pressed: boolean; show: (after?: string) => void } } = {};
  const url = new URL(address, 'https://portal.example');
  runInNewContext(earlyFormScript, {
    window,
    location: { pathname: url.pathname, search: url.search },
    document: {
      documentElement: { dataset },
      body: {
        get offsetHeight() {
          return laidOut.push(dataset.draft);
        },
      },
      querySelector: () => null,
      readyState: 'interactive',
      addEventListener,
    },
    addEventListener,
    requestAnimationFrame: (act: () => void) => frames.push(act),
    setTimeout: (act: () => void) => act(),
    getComputedStyle: () => ({}),
    get localStorage() {
      if (storageRefused) throw new DOMException('refused', 'SecurityError');
      return { getItem: (key: string) => (key === 'draft' ? kept : null) };
    },
  });
  const type = (control: object, inForm = true) =>
    listeners.get('input')?.({ target: { ...control, closest: () => (inForm ? {} : null) } });
  const draw = () => {
    for (const act of frames.splice(0)) act();
  };
  const leave = () => {
    let asked = false;
    listeners.get('beforeunload')?.({
      preventDefault: () => {
        asked = true;
      },
    });
    return asked;
  };
  return { opening: dataset.draft === 'opening', dataset, laidOut, draw, early: window.earlyForm, type, leave };
}

/** What the document says of its form in one frame after the other, until it says nothing. */
function framesOf({ dataset, draw }: ReturnType<typeof visit>) {
  const said = [dataset.draft];
  for (let frame = 0; dataset.draft && frame < 9; frame++) {
    draw();
    said.push(dataset.draft);
  }
  return said;
}

describe('a prerendered form', () => {
  it.each(['/ru/application?type=specialist', '/application?lng=en&type=founder', '/en/application?type=investor&x=1'])(
    'is there at once for who has just chosen a type (%s)',
    (address) => {
      expect(visit({ address }).opening).toBe(false);
    },
  );

  it('is drawn in the frames after the page around it, and a form that waits for its draft is not', () => {
    const blank = visit({ address: '/ru/application?type=specialist' });
    expect(framesOf(blank)).toEqual(['none', 'few', 'some', 'more', 'most', 'next', undefined]);
    const waiting = visit({ address: '/ru/application?type=specialist', kept: 'kept' });
    waiting.draw();
    expect(waiting.dataset).toEqual({ draft: 'opening' });
  });

  it('is laid out before each frame that paints more of it', () => {
    const blank = visit({ address: '/ru/application?type=specialist' });
    framesOf(blank);
    expect([...new Set(blank.laidOut)]).toEqual(['none', 'few', 'some', 'more', 'most', 'next', undefined]);
  });

  it('leaves the first frame of a page to its header', () => {
    const page = visit({ address: '/ru/application', kept: 'kept' });
    expect(page.dataset).toEqual({ draft: 'opening', first: '' });
    page.draw();
    expect(page.dataset).toEqual({ draft: 'opening' });
  });

  it('is shown in the same frames once the draft is in it, and in fewer when the page around it stands already', () => {
    const filled = visit({ address: '/ru/application/specialist', kept: 'kept' });
    filled.early?.show();
    expect(framesOf(filled)).toEqual(['none', 'few', 'some', 'more', 'most', 'next', undefined]);
    const alive = visit({ address: '/ru/application/specialist', kept: 'kept' });
    alive.early?.show('none');
    expect(framesOf(alive)).toEqual(['few', 'some', 'more', 'most', 'next', undefined]);
  });

  it('stays out of sight when it has come to life without its draft meanwhile', () => {
    const filled = visit({ address: '/ru/application/specialist', kept: 'kept' });
    filled.early?.show();
    filled.dataset.draft = 'opening';
    filled.draw();
    expect(filled.dataset).toEqual({ draft: 'opening' });
  });

  it.each([
    '/ru/application',
    '/ru/application?type=tourist',
    '/ru/application?type=founderx',
    '/ru/application/specialist?type=specialist',
  ])('keeps out of sight where it needs a draft or a type (%s)', (address) => {
    expect(visit({ address }).opening).toBe(true);
  });

  it('keeps out of sight where the device holds a draft', () => {
    expect(visit({ address: '/ru/application?type=specialist', kept: 'kept' }).opening).toBe(true);
  });

  it('is there at once on a device that refuses storage: it can hold no draft', () => {
    expect(visit({ address: '/ru/application?type=specialist', storageRefused: true }).opening).toBe(false);
  });

  it('has what is typed in it noted, but no password and nothing of another form', () => {
    const { early, type } = visit({ address: '/ru/application?type=specialist' });
    type({ name: 'surname', value: 'Каримова' });
    type({ name: 'password', type: 'password', value: 'secret' });
    type({ name: 'search', value: 'x' }, false);
    expect([...(early?.typed.values() ?? [])]).toEqual(['Каримова']);
  });

  it('asks before it is left with what nothing can save yet, and only then', () => {
    const { early, type, leave } = visit({ address: '/ru/application?type=specialist' });
    expect(leave()).toBe(false);
    type({ name: 'surname', value: 'Каримова', isConnected: false });
    expect(leave(), 'of a page that is gone').toBe(false);
    type({ name: 'surname', value: 'Каримова', isConnected: true });
    expect(leave()).toBe(true);
    early?.typed.clear();
    expect(leave()).toBe(false);
  });
});
