export { EmailText } from '../ui/EmailText.tsx';
