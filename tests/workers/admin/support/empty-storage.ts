/**
 * A set-up file of the tests of admin host and desk: each test file begins with an empty database and bucket. The runtime
 * resets only objects in memory, which an idle one leaves after ten seconds: the calls before the reset bring it back.
 */
import { env, reset } from 'cloudflare:test';
import type { AdminEnv } from '../../../../functions/admin/runtime/env.ts';

const { DB, FILES } = env as unknown as Pick<AdminEnv, 'DB' | 'FILES'>;
await DB.prepare('SELECT 1').run();
await FILES.list({ limit: 1 });
await reset();
