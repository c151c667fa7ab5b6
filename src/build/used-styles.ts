/**
 * What a page needs of a style sheet. Rule: in doubt a rule stays; it goes only when a class, an id or an element that it names
 * is nowhere in the page and its scripts, or an attribute that nothing on such a page gives.
 */

/** Whether something of that name may be in a page. */
interface Names {
  has(name: string): boolean;
}

/** The names that selectors can find in a page. */
export interface PageNames {
  classes: Names;
  ids: Names;
  elements: Names;
  /** Islands give attributes to parts of the page. */
  islands?: boolean;
}

/** Classes that a script gives to parts of a page while it runs. */
const GIVEN_BY_SCRIPT = /^(?:swiper-|submitted__(?:section|answers)$)/;
/** Attributes that only islands give, and what the router animates: on a page without them no such rule can match. */
const GIVEN_BY_ISLAND = /\[(?:data-busy|aria-disabled|data-astro-transition)\b|::view-transition/;
const GROUP = /^@(?:media|supports|layer|container|starting-style)\b/;
const KEYFRAMES = /^@keyframes\s+([\w-]+)/;
const ALTERNATIVES = /:(is|where|has|not)\(/;

/** The classes, ids and elements of a page. */
export function namesIn(html: string): PageNames {
  const values = (attribute: string) =>
    [...html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].flatMap(([, value = '']) => value.split(/\s+/));
  const elements = [...html.matchAll(/<([a-z][\w-]*)/gi)].map(([, name = '']) => name.toLowerCase());
  // What tells screen readers that a page has come is put there by the router.
  const given = html.includes('name="astro-view-transitions-enabled"') ? ['astro-route-announcer'] : [];
  return { classes: new Set([...values('class'), ...given]), ids: new Set(values('id')), elements: new Set(elements) };
}

/**
 * The classes, ids and elements of pages that replace each other and of all that their islands may show.
 * @param scripts the text of all scripts; a name that one puts together begins with a piece that ends in "-" or "_"
 */
export function namesWithIslands(pages: string[], scripts: Iterable<string>): PageNames {
  const words = new Set<string>();
  for (const code of scripts) for (const [word] of code.matchAll(/[a-z_][\w-]*/gi)) words.add(word);
  const beginnings = [...words].filter((word) => /^.{3,}[-_]$/.test(word));
  const found = pages.map(namesIn);
  const among = (kind: 'classes' | 'ids' | 'elements'): Names => ({
    has: (name) =>
      words.has(name) ||
      found.some((names) => names[kind].has(name)) ||
      beginnings.some((part) => name.startsWith(part)),
  });
  return { classes: among('classes'), ids: among('ids'), elements: among('elements'), islands: true };
}

/**
 * A style sheet without the rules, animations and custom properties that a page has no use for.
 * @param css all style sheets of the page in their order, as they were built: a property may be read in another sheet
 */
export function usedStyles(css: string, page: PageNames): string {
  let used = css.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  for (let before = ''; before !== used; ) {
    before = used;
    const names = new Set(
      [...used.matchAll(/animation(?:-name)?:([^;}]*)/g)].flatMap(([, value = '']) => value.split(/[\s,]+/)),
    );
    used = withoutIdleProperties(usedRules(used, page, names));
  }
  return used;
}

/** The parts of a text between separators that stand outside quotes and brackets. */
function* split(text: string, separators: string): Generator<{ part: string; end: string }> {
  let start = 0;
  let depth = 0;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === '\\') at++;
    else if (quote) quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (depth === 0 && separators.includes(sign)) {
      yield { part: text.slice(start, at), end: sign };
      start = at + 1;
    } else if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign)) depth--;
  }
  if (start < text.length) yield { part: text.slice(start), end: '' };
}

/** Statements and blocks of a style sheet, in their order. */
function* blocks(css: string): Generator<{ prelude: string; body: string | null }> {
  let rest = css;
  while (rest.trim() !== '') {
    const first = split(rest, ';{').next().value;
    if (!first || first.end === '') return;
    rest = rest.slice(first.part.length + 1);
    if (first.end === ';') {
      yield { prelude: first.part.trim(), body: null };
      continue;
    }
    const body = split(rest, '}').next().value?.part ?? '';
    rest = rest.slice(body.length + 1);
    yield { prelude: first.part.trim(), body };
  }
}

function usedRules(css: string, page: PageNames, animations: ReadonlySet<string>): string {
  let used = '';
  for (const { prelude, body } of blocks(css)) {
    if (body === null) used += `${prelude};`;
    else if (GROUP.test(prelude)) {
      const inner = usedRules(body, page, animations);
      if (inner !== '') used += `${prelude}{${inner}}`;
    } else if (prelude.startsWith('@')) {
      const animation = KEYFRAMES.exec(prelude)?.[1];
      if (animation === undefined || animations.has(animation)) used += `${prelude}{${body}}`;
    } else {
      const selectors = [...split(prelude, ',')].map(({ part }) => part).filter((part) => mayMatch(part, page));
      if (selectors.length > 0 && body.trim() !== '') used += `${selectors.join(',')}{${body}}`;
    }
  }
  return used;
}

/** False when a selector names something that the page does not have. */
function mayMatch(selector: string, page: PageNames): boolean {
  const group = ALTERNATIVES.exec(selector);
  if (group) {
    const start = group.index + group[0].length;
    const inside = split(selector.slice(start), ')').next().value?.part ?? '';
    const rest = `${selector.slice(0, group.index)}${selector.slice(start + inside.length + 1)}`;
    const fits = group[1] === 'not' || [...split(inside, ',')].some(({ part }) => mayMatch(part, page));
    return fits && mayMatch(rest, page);
  }
  if (!page.islands && GIVEN_BY_ISLAND.test(selector)) return false;
  const plain = selector.replaceAll(/\[[^\]]*\]/g, '').replaceAll(/::?[\w-]+(?:\([^)]*\))?/g, '');
  for (const [, sign = '', name = ''] of plain.matchAll(/([.#]?)([a-z_-][\w-]*)/gi)) {
    const known =
      sign === '.'
        ? page.classes.has(name) || GIVEN_BY_SCRIPT.test(name)
        : sign === '#'
          ? page.ids.has(name)
          : page.elements.has(name.toLowerCase());
    if (!known) return false;
  }
  return true;
}

function withoutIdleProperties(css: string): string {
  const read = new Set([...css.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name = '']) => name));
  return css.replaceAll(/(?<=[{;])(--[\w-]+):(?:"[^"]*"|'[^']*'|[^;}"'])*(?:;|(?=\}))/g, (text, name: string) =>
    read.has(name) ? text : '',
  );
}
