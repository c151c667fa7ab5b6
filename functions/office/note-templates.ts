/** Changes templates of notes by a form. */
import { STAGES } from '../../src/domain/application/stages.ts';
import { STATUSES } from '../../src/domain/application/status.ts';
import { cleanText } from '../../src/domain/input/text.ts';
import type { DeskWords } from '../admin/mail/words.ts';
import { onConflict } from '../admin/store/database.ts';
import {
  addTemplate,
  changeTemplate,
  deleteTemplate,
  type NoteTemplate,
  type TemplateEditor,
} from '../admin/store/note-templates.ts';
import { DeskConflict, DeskRefusal } from './command.ts';

export const MAX_TEMPLATES = 40;
/** In UTF-16 code units, as `maxlength` counts. */
export const MAX_TEMPLATE = { title: 80, text: 1000 } as const;

export const TEMPLATE_STATUSES = STATUSES.filter((status) =>
  STATUSES.some((before) => STAGES[before].next.includes(status)),
);

type Body = Readonly<Record<string, unknown>>;

/**
 * Adds, changes or, with the step `delete`, deletes a template. @param t words of the desk
 * @throws DeskRefusal for a text that is missing, too long or has hidden characters, for another status, and for one template
 * too many; DeskConflict when another officer has changed the template
 */
export async function saveTemplate(db: D1Database, t: DeskWords, body: Body, editor: TemplateEditor): Promise<void> {
  const { id, version } = readIdentity(t, body);
  const status = TEMPLATE_STATUSES.find((known) => known === body.status);
  if (!status) throw new DeskRefusal(t('templates.unknownStatus'));
  const conflict = onConflict(() => new DeskConflict(t('conflict')));
  if (body.step === 'delete') return deleteTemplate(db, { id, version, status }, editor).catch(conflict);
  const template: NoteTemplate = { id, version, status, ...readTexts(t, body) };
  if (id !== 0) return changeTemplate(db, template, editor).catch(conflict);
  const isAdded = await addTemplate(db, template, { ...editor, most: MAX_TEMPLATES });
  if (!isAdded) throw new DeskRefusal(t('templates.full', { max: MAX_TEMPLATES }));
}

/** The id, 0 for a new template, and version that the page showed. @throws DeskConflict for any other text */
function readIdentity(t: DeskWords, { id = '0', version = '0' }: Body): Pick<NoteTemplate, 'id' | 'version'> {
  const isNumber = [id, version].every((text) => /^\d{1,9}$/.test(String(text)));
  if (!isNumber) throw new DeskConflict(t('conflict'));
  return { id: Number(id), version: Number(version) };
}

function readTexts(t: DeskWords, body: Body): Pick<NoteTemplate, 'title' | 'ru' | 'en'> {
  const fields = { title: t('templates.title'), ru: t('templates.ru'), en: t('templates.en') };
  const read = (name: keyof typeof fields, max: number): string => {
    const text = String(body[name] ?? '')
      .replace(/\r\n?/g, '\n')
      .trim();
    const field = fields[name];
    if (cleanText(text, name !== 'title') !== text) throw new DeskRefusal(t('templates.characters', { field }));
    if (text.length > max) throw new DeskRefusal(t('templates.long', { field, max }));
    return text;
  };
  const texts = {
    ...{ title: read('title', MAX_TEMPLATE.title), ru: read('ru', MAX_TEMPLATE.text) },
    en: read('en', MAX_TEMPLATE.text),
  };
  if (texts.title === '' || `${texts.ru}${texts.en}` === '') throw new DeskRefusal(t('templates.empty'));
  return texts;
}
