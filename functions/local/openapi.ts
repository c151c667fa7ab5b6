/** `npm run openapi`: writes the contract as an OpenAPI document; a test compares it with the generated one. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandLine } from '../command-line.ts';
import { ROOT } from './machine.ts';
import { openApiDocument } from './openapi/document.ts';

new CommandLine('npm run openapi', 'Writes the contract as docs/openapi.json.').parse();
writeFileSync(join(ROOT, 'docs/openapi.json'), `${JSON.stringify(openApiDocument(), null, 2)}\n`);
console.log('Wrote docs/openapi.json');
