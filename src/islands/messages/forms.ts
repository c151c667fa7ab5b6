/** Both forms in one script, which is loaded when one of them is opened. */
export { loadMessages } from './AccountMessages.tsx';
export { mountQuestionForm } from './QuestionForm.tsx';
