/**
 * A set-up file: test files share a worker, since to start one and load everything into it costs more than most files take;
 * yet each begins with modules of its own, real timers and the globals of its runtime, as in a worker of its own.
 */
import { vi } from 'vitest';

vi.useRealTimers();
vi.unstubAllGlobals();
vi.resetModules();
