/** The admin host's entry: answers the gateway, and sweeps once an hour. */
import { app } from './app.ts';
import { type AdminEnv, checkConfiguration } from './runtime/env.ts';
import { describeError, log } from './runtime/log.ts';
import { patient } from './store/patient.ts';
import { sweep } from './store/sweep-all.ts';

/** Waits for storage that another process holds. Not where none can: there the same error may come after a statement was done. */
function waiting(env: AdminEnv): AdminEnv {
  if (!env.STORAGE_IS_SHARED) return env;
  return { ...env, DB: patient(env.DB), FILES: patient(env.FILES) };
}

export default {
  fetch: (request, env, context) => app.fetch(request, waiting(env), context),

  async scheduled(controller, env) {
    const request_id = crypto.randomUUID();
    try {
      checkConfiguration(env);
      await sweep(waiting(env), controller.scheduledTime);
      log({ level: 'info', request_id, endpoint: 'sweep' });
    } catch (error) {
      log({ level: 'error', request_id, endpoint: 'sweep', detail: describeError(error) });
      throw error;
    }
  },
} satisfies ExportedHandler<AdminEnv>;
