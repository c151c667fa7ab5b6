import { type FootLine, type Letter, type MailBlock, type Step, VISA_SIGNS, type VisaBlock } from './letter.ts';

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

const plainStep = ({ word, title, when }: Step): string => `- ${title}: ${[word, when].filter(Boolean).join(', ')}`;
