/** The embedded admin host as it runs on this machine: beside it, in the same worker, is the binding that takes its mail. */
export { default } from '../../admin/index.ts';
export { LocalMail } from './binding.ts';
