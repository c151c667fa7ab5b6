/** Starts the desk beside a portal: at DESK_PORT, else the port after the portal's; not beside a portal on any free port. */
import { freePort, installedNode, isPortTaken, start } from './machine.ts';

interface Portal {
  /** 0 for any. */
  wanted: number;
  state: string;
  origin: string;
}

export async function startDesk({ wanted, state, origin }: Portal): Promise<void> {
  const own = Number(process.env.DESK_PORT);
  if (!own && wanted === 0) return;
  const free = async (port: number) => (port < 65_535 && !(await isPortTaken(port)) ? port : freePort());
  const port = own || (await free(wanted + 1));
  start([installedNode(), 'functions/local/desk/main.ts'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      DESK_PORT: String(port),
      ISSUER_PORT: String(await free(port + 1)),
      PORTAL_STATE: state,
      PORTAL_ORIGIN: origin,
    },
  });
}
