/** `npm run openapi`: writes the contract as an OpenAPI document; a test compares it with the generated one. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandLine } from '../../functions/command-line.ts';
import { printLine, ROOT } from '../../functions/local/machine.ts';
import { openApiDocument } from './openapi/document.ts';

new CommandLine('npm run openapi', 'Writes the contract as docs/openapi.json.').parse();
writeFileSync(join(ROOT, 'docs/openapi.json'), `${JSON.stringify(openApiDocument(), null, 2)}\n`);
printLine('Wrote docs/openapi.json');
