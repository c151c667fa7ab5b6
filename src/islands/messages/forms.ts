/** Both forms in one script, loaded when one of them is opened. */
export { loadMessages } from './AccountMessages.tsx';
export { mountQuestionForm } from './QuestionForm.tsx';
