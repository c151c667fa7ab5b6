/** The embedded admin host on this machine, with the local mail binding in the same worker. */
export { default } from '../../admin/index.ts';
export { LocalMail } from './binding.ts';
