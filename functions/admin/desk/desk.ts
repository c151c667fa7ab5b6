/** `npm run desk`: the entry of the operators' command line. */
import { enableCompileCache } from 'node:module';

// A fifth of a command is the compiling of wrangler and of this code; Node keeps what it compiled, if it is told before.
enableCompileCache();
await import('./run.ts');
