/** `npm run desk`: the entry of the operators' command line. */
import { enableCompileCache } from 'node:module';

// Half of a command's time was the compiling of wrangler and of this code; Node keeps what it compiled, if it is told before.
enableCompileCache();
await import('./run.ts');
