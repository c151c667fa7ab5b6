/** Reads the settings of a deployment. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Unstable_Config } from 'wrangler';
import {
  ADMIN_CONFIG as ADMIN,
  DESK_CONFIG as DESK,
  GATEWAY_CONFIG as GATEWAY,
  readEnvironment,
} from '../wrangler-config.ts';
import { ROOT } from './machine.ts';

export const CONTACTS = 'src/content/contacts.ts';
/** Shared with another admin host; unused without one (docs/host.md). */
export const HOST_SECRET = 'HOST_SECRET';

export const ENVIRONMENTS = ['preview', 'production'] as const;
export type DeploymentName = (typeof ENVIRONMENTS)[number];

interface Contacts {
  QUESTIONS_URL: string;
  SOCIAL_LINKS: readonly { name: string; href: string }[];
}

export interface Deployment {
  root: string;
  environment: DeploymentName;
  /** Empty until a custom domain is set. */
  domain: string;
  gateway: Unstable_Config;
  /** Null where ADMIN_HOST names another host. */
  admin: Unstable_Config | null;
  /** Null with another admin host, and without the desk's configuration file. */
  desk: Unstable_Config | null;
  contacts: Contacts;
}

export async function readDeployment(environment: DeploymentName, root = ROOT): Promise<Deployment> {
  const gateway = await readEnvironment(GATEWAY, environment, root);
  const isEmbedded = !gateway.vars.ADMIN_HOST;
  return {
    root,
    environment,
    domain: domainOf(gateway),
    gateway,
    admin: isEmbedded ? await readEnvironment(ADMIN, environment, root) : null,
    desk: isEmbedded && existsSync(join(root, DESK)) ? await readEnvironment(DESK, environment, root) : null,
    contacts: (await import(pathToFileURL(join(root, CONTACTS)).href)) as Contacts,
  };
}

export function domainOf({ routes }: Unstable_Config): string {
  const custom = routes?.find((route) => typeof route === 'object' && route.custom_domain);
  return typeof custom === 'object' ? custom.pattern : '';
}
