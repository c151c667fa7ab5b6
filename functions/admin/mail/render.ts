/**
 * A letter as plain text, and as HTML for mail programs: tables and inline styles, which all support, and a style sheet for dark
 * schemes and small screens, which some support. It loads nothing.
 */
import type { VisaState } from '../../../src/domain/application/visa.ts';
import type { Locale } from '../../../src/domain/i18n/locales.ts';
import { COLOURS, type Colour } from './colours.ts';
import {
  type FootLine,
  type Letter,
  type MailBlock,
  type MailStep,
  QR_ID,
  VISA_TONES,
  type VisaBlock,
} from './letter-content.ts';

/** The sign beside the state of a visa. Characters, since some mail programs hide pictures. */
const VISA_SIGNS: Record<VisaState, string> = {
  valid: '✓',
  ending: '!',
  future: '○',
  expired: '✕',
  revoked: '✕',
  other: '✕',
};

const FONT = "-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const TABLE = 'role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0"';

/** Class and style of a colour; the dark style sheet overrides the class. */
const ink = (colour: Colour, more = '', name = '') =>
  `class="c-${colour} ${name}" style="color:${COLOURS[colour].light};${more}"`;

const dark = Object.entries(COLOURS)
  .map(([name, { dark }]) => `.c-${name}{color:${dark}!important}.b-${name}{background:${dark}!important}`)
  .join('');
const SHEET = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (max-width:480px){.pad{padding-left:16px!important;padding-right:16px!important}.title{font-size:23px!important}.when{white-space:normal!important}}',
  `@media (prefers-color-scheme:dark){${dark}.l-line{border-color:${COLOURS.line.dark}!important}}`,
].join('');

export function htmlMail(locale: Locale, letter: Letter): string {
  const { sender, about, title, tone, greeting, blocks, button, after, timeline, foot } = letter;
  const rows = [
    mark(sender, tone),
    ...(about ? [row(`<span ${ink('soft', 'font-size:14px')}>${escapeHtml(about)}</span>`, 18)] : []),
    row(
      `<h1 class="title c-ink" style="margin:0;color:${COLOURS.ink.light};font-size:26px;line-height:1.2">${lines(title)}</h1>`,
      4,
    ),
    row(paragraph(greeting), 14),
    ...blocks.map(htmlBlock),
    ...(button ? [buttonRow(button)] : []),
    ...after.map((text) => row(paragraph(text), 14)),
    ...(timeline ? [timelineRow(timeline)] : []),
    footRow(foot, button),
  ];
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(title)}</title><style>${SHEET}</style></head>`,
    `<body class="b-paper" style="margin:0;padding:0;background:${COLOURS.paper.light};font:16px/1.5 ${FONT}">`,
    `<table ${TABLE} class="b-paper" style="background:${COLOURS.paper.light}"><tr><td align="center" style="padding:20px 8px">`,
    `<table ${TABLE} class="b-surface l-line" style="max-width:560px;background:${COLOURS.surface.light};border:1px solid ${COLOURS.line.light};border-radius:12px;border-collapse:separate;text-align:left">`,
    ...rows,
    '</table></td></tr></table></body></html>',
  ].join('\n');
}

const row = (content: string, above: number, below = 0) =>
  `<tr><td class="pad" style="padding:${above}px 24px ${below}px;word-break:break-word">${content}</td></tr>`;

const paragraph = (text: string) => `<p ${ink('ink', 'margin:0')}>${lines(text)}</p>`;

const BANDS: Record<Letter['tone'], Colour> = { info: 'deep', success: 'success', warning: 'warning', error: 'error' };

/** A band in the colour of the stage, then mark and name. The star is a character, since some mail programs hide pictures. */
function mark(sender: string, tone: Letter['tone']): string {
  const band = BANDS[tone];
  return [
    `<tr><td class="b-${band}" style="height:8px;background:${COLOURS[band].light};border-radius:11px 11px 0 0;font-size:0;line-height:8px">&nbsp;</td></tr>`,
    row(
      `<span aria-hidden="true" ${ink('tile', 'font-size:22px;line-height:1;vertical-align:-2px')}>&#10036;&#65038;</span> <b ${ink('ink', 'font-size:15px')}>${escapeHtml(sender)}</b>`,
      16,
    ),
  ].join('\n');
}

function htmlBlock(block: MailBlock): string {
  if ('text' in block) return row(paragraph(block.text), 12);
  if ('href' in block) {
    return row(`<p ${ink('ink', 'margin:0')}>${escapeHtml(block.link)}:<br>${address(block.href)}</p>`, 12);
  }
  if ('code' in block)
    return row(
      `<p ${ink('ink', 'margin:0;font-size:28px;font-weight:bold;letter-spacing:3px;word-break:break-all')}>${escapeHtml(block.code)}</p>`,
      12,
    );
  if ('quote' in block) return quoteRow(block);
  return visaRow(block);
}

const VERDICTS = { ...BANDS, info: 'tile' } as const;

function visaRow({ facts, kind, rows, alt }: VisaBlock): string {
  const { state, verdict, detail, checked } = facts;
  const colour = VERDICTS[VISA_TONES[state]];
  const fact = ([label, value]: VisaBlock['rows'][number], nth: number) =>
    `<p ${ink('soft', 'margin:10px 0 0;font-size:14px')}>${escapeHtml(label)}<br><b ${ink('ink', `font-size:${nth === 0 ? 22 : 16}px;line-height:1.25;word-break:break-word`)}>${escapeHtml(value)}</b></p>`;
  const cell = `bgcolor="${COLOURS[colour].light}" class="b-${colour} c-on" style="background:${COLOURS[colour].light};color:${COLOURS.on.light};`;
  return row(
    [
      `<table ${TABLE} class="l-line" style="border:1px solid ${COLOURS.line.light};border-radius:8px;border-collapse:separate">`,
      `<tr><td width="24" valign="top" aria-hidden="true" ${cell}padding:12px 0 12px 16px;border-radius:7px 0 0 0;font-size:22px;line-height:1.2;font-weight:bold">${VISA_SIGNS[state]}</td>`,
      `<td ${cell}padding:12px 16px 12px 8px;border-radius:0 7px 0 0;font-size:16px"><b style="font-size:20px;line-height:1.2">${escapeHtml(verdict)}</b>${detail && `<br>${escapeHtml(detail)}`}</td></tr>`,
      `<tr><td colspan="2" style="padding:14px 16px 16px"><p ${ink('soft', 'margin:0;font-size:14px')}>${escapeHtml(kind)}</p>${rows.map(fact).join('')}`,
      `<p style="margin:14px 0 0"><img src="cid:${QR_ID}" alt="${escapeHtml(alt)}" width="164" height="164"></p>`,
      `<p ${ink('soft', 'margin:10px 0 0;font-size:14px')}>${escapeHtml(checked)}</p></td></tr></table>`,
    ].join('\n'),
    16,
  );
}

function quoteRow({ title, items, quote }: Extract<MailBlock, { quote: string }>): string {
  const list = items.map((item) => `<li ${ink('ink')}>${escapeHtml(item)}</li>`).join('');
  const content = [
    `<b ${ink('ink')}>${escapeHtml(title)}</b>`,
    ...(list ? [`<ul style="margin:6px 0 0;padding-left:20px">${list}</ul>`] : []),
    ...(quote ? [`<p ${ink('ink', 'margin:6px 0 0;word-break:break-word')}>${lines(quote)}</p>`] : []),
  ].join('');
  return row(
    `<table ${TABLE}><tr><td class="b-wash" style="padding:12px 16px;border-left:4px solid ${COLOURS.mark.light};border-radius:0 6px 6px 0;background:${COLOURS.wash.light}">${content}</td></tr></table>`,
    16,
  );
}

const buttonRow = ({ label, href }: NonNullable<Letter['button']>) =>
  row(
    `<table role="presentation" cellspacing="0" cellpadding="0" border="0"><tr><td class="b-tile" style="background:${COLOURS.tile.light};border-radius:6px"><a href="${escapeHtml(href)}" class="c-on" style="display:inline-block;padding:13px 22px;color:${COLOURS.on.light};font-weight:bold;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`,
    20,
  );

const SIGNS: Record<MailStep['state'], string> = {
  done: '&#10003;',
  now: '&#9679;',
  next: '&#9675;',
  stopped: '&#10005;',
};
const SIGN_COLOURS: Record<MailStep['state'], Colour> = {
  done: 'success',
  now: 'warning',
  next: 'soft',
  stopped: 'error',
};

function timelineRow({ title, steps }: NonNullable<Letter['timeline']>): string {
  const stage = ({ state, word, title: name, when }: MailStep) => {
    const isNow = state === 'now' || state === 'stopped';
    const weight = isNow ? 'font-weight:bold' : '';
    const colour = state === 'next' ? 'soft' : 'ink';
    return [
      `<tr><td width="26" valign="top" aria-hidden="true" ${ink(SIGN_COLOURS[state], 'padding:5px 0;font-size:15px')}>${SIGNS[state]}</td>`,
      `<td valign="top" ${ink(colour, `padding:5px 8px 5px 0;font-size:15px;${weight}`)}>${escapeHtml(name)}</td>`,
      `<td valign="top" align="right" ${ink(isNow ? SIGN_COLOURS[state] : 'soft', `padding:5px 0;font-size:14px;white-space:nowrap;${weight}`, 'when')}>${escapeHtml(when || word)}</td></tr>`,
    ].join('');
  };
  return row(
    `<p ${ink('soft', 'margin:0 0 4px;font-size:14px')}>${escapeHtml(title)}</p><table ${TABLE}>${steps.map(stage).join('')}</table>`,
    24,
  );
}

function footRow(foot: readonly FootLine[], button: Letter['button']): string {
  const small = ink('soft', 'margin:0 0 6px;font-size:13px;word-break:break-word');
  const fallback = button ? [`<p ${small}>${escapeHtml(button.fallback)}<br>${address(button.href)}</p>`] : [];
  const line = (one: FootLine) =>
    typeof one === 'string' ? escapeHtml(one) : `${escapeHtml(one.link)}:<br>${address(one.href)}`;
  const words = [...fallback, ...foot.map((one) => `<p ${small}>${line(one)}</p>`)].join('');
  return row(
    `<div class="l-line" style="border-top:1px solid ${COLOURS.line.light};padding-top:14px">${words}</div>`,
    24,
    18,
  );
}

function address(href: string): string {
  const shown = escapeHtml(href);
  return `<a ${ink('tile', 'word-break:break-all')} href="${shown}">${shown}</a>`;
}

const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function plainText(letter: Letter): string {
  const { about, title, greeting, blocks, button, after, timeline, foot } = letter;
  const paragraphs = [
    [about, title].filter(Boolean).join('\n'),
    greeting,
    ...blocks.map(plainBlock),
    ...(button ? [`${button.label}:\n${button.href}`] : []),
    ...after,
    ...(timeline ? [[`${timeline.title}:`, ...timeline.steps.map(plainStep)].join('\n')] : []),
    `--\n${foot.map(plainFoot).join('\n')}`,
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

function plainBlock(block: MailBlock): string {
  if ('text' in block) return block.text;
  if ('href' in block) return `${block.link}:\n${block.href}`;
  if ('code' in block) return block.code;
  if ('quote' in block)
    return [`${block.title}:`, ...block.items.map((item) => `- ${item}`), block.quote].filter(Boolean).join('\n');
  return plainVisa(block);
}

function plainVisa({ facts: { state, verdict, detail, checked }, kind, rows }: VisaBlock): string {
  const words = [`${VISA_SIGNS[state]} ${verdict}`, ...(detail ? [detail] : [])].join(': ');
  return [kind, words, ...rows.map(([label, value]) => `${label}: ${value}`), checked].join('\n');
}

const plainFoot = (line: FootLine): string => (typeof line === 'string' ? line : `${line.link}:\n${line.href}`);

const plainStep = ({ word, title, when }: MailStep): string => `- ${title}: ${[word, when].filter(Boolean).join(', ')}`;
