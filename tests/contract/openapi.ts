/** `npm run openapi`: writes the contract as an OpenAPI document, and the tables that browser and gateway read. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandLine } from '../../functions/command-line.ts';
import { printLine, ROOT } from '../../functions/local/machine.ts';
import { openApiDocument } from './openapi/document.ts';
import { callLimits, endpointTable } from './openapi/tables.ts';

new CommandLine('npm run openapi', 'Writes the contract as docs/openapi.json, and its endpoints.').parse();
const FILES = {
  'docs/openapi.json': openApiDocument,
  'src/domain/api/endpoint-table.json': endpointTable,
  'src/domain/api/call-limits.json': callLimits,
};
for (const [path, contentOf] of Object.entries(FILES)) {
  writeFileSync(join(ROOT, path), `${JSON.stringify(contentOf(), null, 2)}\n`);
}
printLine(`Wrote ${Object.keys(FILES).join(', ')}`);
