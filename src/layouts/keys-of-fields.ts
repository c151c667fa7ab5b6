/** Texts of the namespace `forms` that only an application's questions use; for pages without them. */
const OF_QUESTIONS = ['fields', 'items', 'itemErrors', 'lists', 'parts', 'papers', 'choices'];
const OF_CONTROLS = ['address', 'crop', 'date', 'file', 'scan'];

export const KEYS_OF_FIELDS = [...OF_QUESTIONS, ...OF_CONTROLS];
