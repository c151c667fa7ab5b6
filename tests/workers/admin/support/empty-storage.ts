/** A set-up file of the admin host's tests: each test file begins with an empty database and bucket. */
import { reset } from 'cloudflare:test';

await reset();
