import type { Letter, Part, Step } from './letter.ts';

export function plainText(letter: Letter): string {
  const { about, title, greeting, parts, button, after, timeline, foot } = letter;
  const blocks = [
    [about, title].filter(Boolean).join('\n'),
    greeting,
    ...parts.map(plainPart),
    ...(button ? [`${button.label}:\n${button.href}`] : []),
    ...after,
    ...(timeline ? [[`${timeline.title}:`, ...timeline.steps.map(plainStep)].join('\n')] : []),
    `--\n${foot.join('\n')}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

function plainPart(part: Part): string {
  if ('text' in part) return part.text;
  if ('href' in part) return `${part.link}:\n${part.href}`;
  if ('code' in part) return part.code;
  if ('quote' in part)
    return [`${part.title}:`, ...part.items.map((item) => `- ${item}`), part.quote].filter(Boolean).join('\n');
  return [part.verdict, ...part.rows.map(([label, value]) => `${label}: ${value}`)].join('\n');
}

const plainStep = ({ word, title, when }: Step): string => `- ${title}: ${[word, when].filter(Boolean).join(', ')}`;
