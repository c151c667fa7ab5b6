/** The admin host's entry: answers the gateway, and sweeps once an hour. */
import { app } from './app.ts';
import { type AdminEnv, checkConfiguration } from './env.ts';
import { describeError, log } from './request-log.ts';
import { sweep } from './sweep.ts';

export default {
  fetch: (request, env, context) => app.fetch(request, env, context),

  async scheduled(controller, env) {
    const request_id = crypto.randomUUID();
    try {
      checkConfiguration(env);
      await sweep(env, controller.scheduledTime);
      log({ level: 'info', request_id, endpoint: 'sweep' });
    } catch (error) {
      log({ level: 'error', request_id, endpoint: 'sweep', detail: describeError(error) });
      throw error;
    }
  },
} satisfies ExportedHandler<AdminEnv>;
