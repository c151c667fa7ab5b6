/**
 * The accessibility trees of the main pages: landmarks, headings, fields and buttons, in both languages. The texts come from
 * the locale files, so that only a changed structure fails.
 */
import { SECTIONS } from '../../../src/content/collections.ts';
import { PARTS, type Part } from '../../../src/domain/application/fields.ts';
import { answeredParts } from '../../../src/domain/application/steps.ts';
import { APPLICATION_TYPES } from '../../../src/domain/application/types.ts';
import type { Locale, Namespace } from '../../../src/domain/i18n/locales.ts';
import type { PageState } from './accessibility-states.ts';
import { words } from './locale-words.ts';

/** Returns a sentence as a name in a snapshot. */
type Say = (namespace: Namespace, path: string) => string;

const sayIn =
  (locale: Locale): Say =>
  (namespace, path) => {
    const text = words(locale, namespace, path);
    // Quoted only if it has a colon, which is YAML syntax.
    return text.includes(':') ? `/^${text.replaceAll(':', '.')}$/` : JSON.stringify(text);
  };
/** Joins parts of a snapshot, each indented as given. */
const below = (indent: number, lines: string[]) => lines.map((line) => ' '.repeat(indent) + line).join('\n');

/** The button beside a password, which names its box. @param label as it stands in a snapshot */
const showPassword = (say: Say, label: string) =>
  JSON.stringify(`${JSON.parse(say('forms', 'password.show'))} ${JSON.parse(label).toLowerCase()}`);

const header = (say: Say) => `
- link ${say('home', 'layout.skip')}
- banner:
  - link ${say('home', 'site.name')}
  - navigation ${say('home', 'language.label')}:
    - link
    - link`;
const footer = (say: Say) => `
- contentinfo:
  - navigation ${say('home', 'information.label')}:
${below(
  4,
  ['help', 'privacy', 'accessibility', 'terms'].map((page) => `- link ${say('home', `information.${page}.link`)}`),
)}`;
const sections = (say: Say) => `
- banner:
  - navigation ${say('home', 'nav.label')}:
${below(
  4,
  SECTIONS.map((section) => `- link ${say('home', `nav.${section}`)}`),
)}
  - link ${say('home', 'nav.login')}`;

/** The list of parts beside the form, collapsed. */
const partsNav = (say: Say) => [
  '- complementary:',
  `  - navigation ${say('application', 'part.label')}:`,
  `    - button ${say('application', 'part.label')}`,
];
const title = (say: Say, part: Part) =>
  part === 'check' ? say('application', 'review.title') : say('forms', `parts.${part}.title`);
/** A folded part on the review page. */
const fold = (say: Say, part: Part) => ['- group:', `  - heading ${title(say, part)} [level=2]`];
const field = (say: Say, name: string) => say('forms', `fields.${name}.label`);
const date = (say: Say, name: string) => [
  `- group ${field(say, name)}:`,
  ...['day', 'month', 'year'].map((part) => `  - textbox ${say('forms', `date.${part}`)}`),
];

const TREES: Record<string, (say: Say) => string> = {
  '/ opened': (say) => `${sections(say)}
- main:
  - heading ${say('home', 'hero.title')} [level=1]
  - link ${say('home', 'hero.apply')}
  - region ${say('home', 'carousel.slides')}:
    - button ${say('home', 'carousel.play')}
  - heading ${say('home', 'types.title')} [level=2]
  - list:
${below(
  4,
  APPLICATION_TYPES.flatMap((type) => [
    '- listitem:',
    `  - heading ${say('application', `types.${type}.title`)} [level=3]`,
    `  - link ${say('application', `choose.start.${type}`)}`,
  ]),
)}
${below(
  2,
  // The news are titled by their age.
  SECTIONS.map(
    (section) => `- heading ${section === 'news' ? '' : say('home', `sections.${section}.title`)} [level=2]`,
  ),
)}`,

  '/type/application opened': (say) => `${sections(say)}
- main:
  - heading ${say('application', 'choose.title')} [level=1]
  - group ${say('application', 'type.question')}:
${below(
  4,
  APPLICATION_TYPES.map((type) => `- radio ${say('application', `types.${type}.title`)}`),
)}`,

  '/application filled': (say) => `
- main:
  - heading ${say('application', 'overview.title')} [level=1]
  - region:
    - heading [level=2]
    - progressbar ${say('application', 'overview.progress')}
    - link ${say('application', 'review.go')}
${below(
  2,
  (['person', 'trip'] as const).flatMap((group) => [
    `- heading ${say('application', `groups.${group}`)} [level=2]`,
    `- list ${say('application', `groups.${group}`)}:`,
    ...answeredParts('specialist')
      .filter((part) => (PARTS[part].step === 1) === (group === 'person'))
      .flatMap((part) => ['  - listitem:', `    - link ${title(say, part)}`]),
  ]),
)}
  - heading ${say('application', 'groups.sending')} [level=2]
  - list ${say('application', 'groups.sending')}:
    - listitem:
      - link ${say('application', 'review.go')}
  - paragraph:
    - button ${say('application', 'draft.delete')}`,

  '/application/passport empty': (say) => `
- main:
${below(2, [
  ...partsNav(say),
  '- heading [level=1]',
  '- button',
  `- textbox ${field(say, 'passport_number')}`,
  ...date(say, 'passport_date'),
  ...date(say, 'passport_expire'),
  `- combobox ${field(say, 'citizenship')}`,
  `- button ${say('application', 'part.save')}`,
  `- link ${say('application', 'part.later')}`,
])}`,

  '/application/founder/check filled': (say) => `
- main:
${below(2, [
  ...partsNav(say),
  '- heading [level=1]',
  ...answeredParts('founder').flatMap((part) => fold(say, part)),
  `- heading ${say('application', 'send.submit')} [level=2]`,
  `- checkbox ${field(say, 'read_check')} [checked]`,
  `- textbox ${field(say, 'password')}`,
  `- button ${showPassword(say, field(say, 'password'))}`,
  `- button ${say('application', 'send.submit')}`,
])}`,

  '/auth/login empty': (say) => `
- main:
  - heading ${say('auth', 'login.title')} [level=1]
  - textbox ${say('auth', 'login.email')}
  - textbox ${say('auth', 'login.password')}
  - button ${showPassword(say, say('auth', 'login.password'))}
  - paragraph:
    - link ${say('auth', 'login.forgot')}
  - button ${say('auth', 'login.submit')}
  - paragraph:
    - link ${say('auth', 'login.apply')}`,

  '/profile filled': (say) => `
- banner:
  - button ${say('auth', 'menu.open')}
- main:
  - region ${say('auth', 'stages.submitted.title')}:
    - heading ${say('auth', 'stages.submitted.title')} [level=1]
  - region ${say('auth', 'home.plan')}:
    - heading ${say('auth', 'home.plan')} [level=2]
    - list:
${below(
  6,
  ['in_review', 'approved', 'visa_issued'].flatMap(() => ['- listitem:', '  - heading [level=3]']),
)}
  - navigation ${say('auth', 'home.yours')}:
    - heading ${say('auth', 'home.yours')} [level=2]
    - list
  - complementary ${say('auth', 'home.ask')}:
    - heading ${say('auth', 'home.ask')} [level=2]`,

  '/profile/status filled': (say) => `
- main:
  - heading ${say('auth', 'status.title')} [level=1]
  - button ${say('auth', 'data.refresh')}
  - heading ${say('auth', 'status.history')} [level=2]
  - list:
    - listitem:
      - heading [level=3]`,

  '/profile/security empty': (say) => `
- main:
  - heading ${say('auth', 'security.title')} [level=1]
  - region ${say('auth', 'security.password.title')}:
    - heading ${say('auth', 'security.password.title')} [level=2]
    - textbox ${say('auth', 'security.password.current')}
    - button ${showPassword(say, say('auth', 'security.password.current'))}
    - textbox ${say('auth', 'security.password.next')}
    - button ${showPassword(say, say('auth', 'security.password.next'))}
    - button ${say('auth', 'security.password.submit')}
  - region ${say('auth', 'security.sessions.title')}:
    - heading ${say('auth', 'security.sessions.title')} [level=2]
    - list:
      - listitem`,
};

/** Rows of the table of states that have a tree. */
export const PAGES_WITH_TREES = Object.keys(TREES);

/** Returns snapshots of the body for a large screen, with the whole header and still pictures. */
export function treesOf({ route, state }: PageState, locale: Locale): string[] {
  const tree = TREES[`${route} ${state}`];
  const say = sayIn(locale);
  return tree ? [header(say), tree(say), footer(say)] : [];
}
