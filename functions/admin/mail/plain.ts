import { type FootLine, type Letter, type Part, type Step, VISA_SIGNS, type VisaPart } from './letter.ts';

export function plainText(letter: Letter): string {
  const { about, title, greeting, parts, button, after, timeline, foot } = letter;
  const blocks = [
    [about, title].filter(Boolean).join('\n'),
    greeting,
    ...parts.map(plainPart),
    ...(button ? [`${button.label}:\n${button.href}`] : []),
    ...after,
    ...(timeline ? [[`${timeline.title}:`, ...timeline.steps.map(plainStep)].join('\n')] : []),
    `--\n${foot.map(plainFoot).join('\n')}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

function plainPart(part: Part): string {
  if ('text' in part) return part.text;
  if ('href' in part) return `${part.link}:\n${part.href}`;
  if ('code' in part) return part.code;
  if ('quote' in part)
    return [`${part.title}:`, ...part.items.map((item) => `- ${item}`), part.quote].filter(Boolean).join('\n');
  return plainVisa(part);
}

function plainVisa({ facts: { state, verdict, detail, checked }, kind, rows }: VisaPart): string {
  const words = [`${VISA_SIGNS[state]} ${verdict}`, ...(detail ? [detail] : [])].join(': ');
  return [kind, words, ...rows.map(([label, value]) => `${label}: ${value}`), checked].join('\n');
}

const plainFoot = (line: FootLine): string => (typeof line === 'string' ? line : `${line.link}:\n${line.href}`);

const plainStep = ({ word, title, when }: Step): string => `- ${title}: ${[word, when].filter(Boolean).join(', ')}`;
