/** `npm run openapi`: writes the contract as an OpenAPI document, and the endpoint table that browser and gateway read. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandLine } from '../../functions/command-line.ts';
import { printLine, ROOT, run } from '../../functions/local/machine.ts';
import { openApiDocument } from './openapi/document.ts';
import { endpointTable } from './openapi/endpoint-table.ts';

const TABLE = 'src/domain/api/endpoint-table.ts';

new CommandLine('npm run openapi', 'Writes the contract as docs/openapi.json, and its endpoints.').parse();
writeFileSync(join(ROOT, 'docs/openapi.json'), `${JSON.stringify(openApiDocument(), null, 2)}\n`);
const { endpoints, perMinute } = endpointTable();
writeFileSync(
  join(ROOT, TABLE),
  [
    '/** Written by `npm run openapi` from contract/calls.ts. `limit`: the largest body in bytes. */',
    `export const ENDPOINTS = ${JSON.stringify(endpoints)} as const;`,
    '',
    '/** Calls a minute for one network address at the gateway; null: no limit. */',
    `export const PER_MINUTE = ${JSON.stringify(perMinute)} as const;`,
    '',
  ].join('\n'),
);
await run(['npx', 'biome', 'format', '--write', join(ROOT, TABLE)]);
printLine(`Wrote docs/openapi.json and ${TABLE}`);
