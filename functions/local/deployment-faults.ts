/** Finds invalid settings and examples in the settings of a deployment. */
import type { Unstable_Config } from 'wrangler';
import type { AdminEnv } from '../admin/runtime/env.ts';
import { checkConfiguration } from '../admin/runtime/settings.ts';
import { readDeskSettings } from '../desk/request/settings.ts';
import { type GatewayEnvironment as GatewayEnv, readSettings } from '../gateway/env.ts';
import {
  ADMIN_CONFIG as ADMIN,
  DESK_CONFIG as DESK,
  GATEWAY_CONFIG as GATEWAY,
  isPlaceholderId,
} from '../wrangler-config.ts';
import { readHostProfileFile } from './admin-host.ts';
import { CONTACTS, type Deployment, domainOf, HOST_SECRET } from './deployment.ts';
import { messageOf } from './machine.ts';

/** Reserved domains (RFC 2606, RFC 6761). */
const EXAMPLE_DOMAIN = /(?:^|[.@/])(?:example(?:\.(?:com|net|org))?|localhost|invalid|test)(?::\d+)?\/?$/;

type Check = readonly [isWrong: boolean, sentence: string];

/** @returns a sentence for each setting to change, with its place */
export function findDeploymentFaults({
  root,
  environment,
  domain,
  gateway,
  admin,
  desk,
  contacts,
}: Deployment): string[] {
  const inGateway = `${GATEWAY}, [env.${environment}`;
  const inAdmin = `${ADMIN}, [env.${environment}`;
  const adminHost = String(gateway.vars.ADMIN_HOST ?? '');
  const checks: Check[] = [
    [
      domain === '' || EXAMPLE_DOMAIN.test(domain),
      `The portal's domain is ${domain || 'not set'}: set "pattern" of routes with custom_domain in ${inGateway}]. SITE follows from it`,
    ],
    [
      gateway.workers_dev !== false,
      `The gateway would also be at workers.dev: set workers_dev = false in ${inGateway}]`,
    ],
    ...settingsErrors(
      () => readSettings({ ...READABLE, ...gateway.vars, ADMIN_HOST: '' } as unknown as GatewayEnv),
      `${inGateway}.vars]`,
    ),
    [
      gateway.vars.MAINTENANCE !== undefined,
      `MAINTENANCE would replace the value of npm run ops -- close: remove it from ${inGateway}.vars]`,
    ],
    [
      adminHost !== '' && !isOrigin(adminHost),
      `ADMIN_HOST is "${adminHost}": set an https origin, or nothing for the embedded host, in ${inGateway}.vars]`,
    ],
    ...settingsErrors(() => readHostProfileFile(String(gateway.vars.HOST_PROFILE ?? ''), root), `${inGateway}.vars]`),
    ...(admin ? adminChecks(admin, domain, inAdmin) : []),
    ...(admin && desk ? deskChecks(desk, admin, `${DESK}, [env.${environment}`) : []),
    [
      isStartPage(contacts.QUESTIONS_URL),
      `QUESTIONS_URL is the placeholder ${contacts.QUESTIONS_URL}: set it in ${CONTACTS}`,
    ],
    ...contacts.SOCIAL_LINKS.map(
      ({ name, href }): Check => [
        isStartPage(href),
        `The link to ${name} is the placeholder ${href}: set it, or remove it, in SOCIAL_LINKS of ${CONTACTS}`,
      ],
    ),
  ];
  return checks.filter(([isWrong]) => isWrong).map(([, sentence]) => `${sentence}.`);
}

function adminChecks({ vars, d1_databases, workers_dev }: Unstable_Config, domain: string, inAdmin: string): Check[] {
  const [database] = d1_databases;
  const sender = String(vars.MAIL_FROM);
  const origin = String(vars.PORTAL_ORIGIN);
  return [
    [
      !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(sender) || EXAMPLE_DOMAIN.test(sender),
      `MAIL_FROM is ${sender}: set the sender of all mail, on a domain that may send, in ${inAdmin}.vars]`,
    ],
    [
      !isOrigin(origin) || origin !== `https://${domain}`,
      `PORTAL_ORIGIN is ${origin}: set https:// and the portal's domain in ${inAdmin}.vars]`,
    ],
    [
      isPlaceholderId(database?.database_id),
      `The database has no id: create it with "npx wrangler d1 create ${database?.database_name}", and set database_id in ${inAdmin.replace('[', '[[')}.d1_databases]]`,
    ],
    ...settingsErrors(() => checkConfiguration({ ...READABLE, ...vars } as unknown as AdminEnv), `${inAdmin}.vars]`),
    [workers_dev !== false, `The admin host would be at workers.dev: set workers_dev = false in ${inAdmin}]`],
  ];
}

/** Settings that host and desk must share. */
const SHARED: readonly (readonly [name: string, of: (config: Unstable_Config) => unknown])[] = [
  ['database_id', ({ d1_databases }) => d1_databases[0]?.database_id],
  ['bucket_name', ({ r2_buckets }) => r2_buckets[0]?.bucket_name],
  ['PORTAL_ORIGIN', ({ vars }) => vars.PORTAL_ORIGIN],
  ['RETENTION_MONTHS', ({ vars }) => vars.RETENTION_MONTHS],
  ['MAILS_PER_DAY', ({ vars }) => vars.MAILS_PER_DAY],
  ['VISA_PASSPORT_CHARACTERS', ({ vars }) => vars.VISA_PASSPORT_CHARACTERS],
];

function deskChecks(desk: Unstable_Config, admin: Unstable_Config, inDesk: string): Check[] {
  const domain = domainOf(desk);
  const issuer = String(desk.vars.ACCESS_ISSUER);
  return [
    [
      domain === '' || EXAMPLE_DOMAIN.test(domain),
      `The desk's domain is ${domain || 'not set'}: set "pattern" of routes with custom_domain in ${inDesk}], and protect it with Access`,
    ],
    [desk.workers_dev !== false, `The desk would also be at workers.dev: set workers_dev = false in ${inDesk}]`],
    ...settingsErrors(
      () => readDeskSettings({ ...READABLE, ...desk.vars } as unknown as Parameters<typeof readDeskSettings>[0]),
      `${inDesk}.vars]`,
    ),
    [/^http:/.test(issuer), `ACCESS_ISSUER is ${issuer}, the local issuer: set the team domain in ${inDesk}.vars]`],
    ...SHARED.map(
      ([name, of]): Check => [
        String(of(desk)) !== String(of(admin)),
        `${name} of the desk is "${of(desk)}", and of the admin host "${of(admin)}": set the same in ${inDesk}]`,
      ],
    ),
  ];
}

/**
 * Stands in for bindings and secrets, which exist only in the account, so that the workers' own readers can check the other
 * settings.
 */
const READABLE: Record<string, unknown> = { DB: {}, FILES: {}, MAIL: {} };
for (const name of ['BIND_SECRET', HOST_SECRET, 'FILES_SECRET']) READABLE[name] = 'x'.repeat(32);

function settingsErrors(read: () => unknown, where: string): Check[] {
  try {
    read();
    return [];
  } catch (error) {
    return [[true, `${messageOf(error)} (set in ${where})`]];
  }
}

const isOrigin = (value: string) => {
  const url = URL.parse(value);
  return url?.protocol === 'https:' && value === url.origin && !EXAMPLE_DOMAIN.test(url.hostname);
};

/** True for a start page, as the placeholders of contacts.ts are: no organisation's own page. */
const isStartPage = (address: string) => ['', '/'].includes(new URL(address).pathname);
