/**
 * A set-up file: test files share a worker, since starting one costs more than most files take; yet each file gets its own
 * modules, real timers and its runtime's globals.
 */
import { vi } from 'vitest';

vi.useRealTimers();
vi.unstubAllGlobals();
vi.resetModules();
