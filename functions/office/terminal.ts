/** `npm run desk`: the entry of the operators' command line. */
import { enableCompileCache } from 'node:module';

// Compiling wrangler and this code takes a fifth of a command's time, so it is cached; must be enabled before they are imported.
enableCompileCache();
await import('./run.ts');
