/** A set-up file of the admin host's tests: each file begins with an empty database and an empty bucket. */
import { reset } from 'cloudflare:test';

await reset();
