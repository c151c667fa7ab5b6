/** `npm run openapi`: writes the contract as an OpenAPI document; a test compares it with the generated one. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from './command-line.ts';
import { ROOT } from './machine.ts';
import { openApiDocument } from './openapi/document.ts';

readArguments({ command: 'npm run openapi', about: 'Writes the contract as docs/openapi.json.' });
writeFileSync(join(ROOT, 'docs/openapi.json'), `${JSON.stringify(openApiDocument(), null, 2)}\n`);
console.log('Wrote docs/openapi.json');
