import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator as JsonSchemaValidator } from '@cfworker/json-schema';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { API_BASE } from '../../../src/domain/api/bases.ts';
import { CALL_LIMITS, ENDPOINTS } from '../../../src/domain/api/endpoints.ts';
import { openApiDocument } from '../../contract/openapi/document.ts';
import { callLimits, endpointTable } from '../../contract/openapi/tables.ts';

const committed: Record<string, unknown> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../docs/openapi.json'), 'utf8'),
);
type Operation = { operationId: string };
const paths = committed.paths as Record<string, Record<string, Operation>>;

describe('docs/openapi.json', () => {
  it('docs/openapi.json is the output of "npm run openapi"', () => {
    expect(committed, 'run: npm run openapi').toEqual(JSON.parse(JSON.stringify(openApiDocument())));
  });

  it('the tables of browser and gateway are the output of "npm run openapi"', () => {
    expect(ENDPOINTS, 'run: npm run openapi').toEqual(endpointTable());
    expect(CALL_LIMITS, 'run: npm run openapi').toEqual(callLimits());
  });

  it('docs/openapi.json is valid by the schema of OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(committed))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('the validator of docs/openapi.json rejects a parameter without its place', async () => {
    const wrong = structuredClone(committed) as { components: { parameters: Record<string, object> } };
    wrong.components.parameters.RequestId = { name: 'X-Request-Id' };
    expect((await new Validator().validate(wrong)).valid).toBe(false);
  });

  it('docs/openapi.json references only what it contains', () => {
    const missing = [...JSON.stringify(committed).matchAll(/"\$ref":"#\/([^"]+)"/g)].filter(([, pointer = '']) => {
      let at: unknown = committed;
      for (const key of pointer.split('/')) at = (at as Record<string, unknown> | undefined)?.[key];
      return at === undefined;
    });
    expect(missing).toEqual([]);
  });

  it('docs/openapi.json has a valid example of each JSON body, form and response, and 404 for addresses out of shape', () => {
    type Content = Record<string, { schema: object; example?: object }>;
    type Described = { requestBody?: { content: Content }; responses: Record<string, { content?: Content }> };
    const { schemas } = committed.components as { schemas: object };
    const described = Object.entries(paths).filter(([path]) => path.startsWith(API_BASE));
    const wrong = described.flatMap(([path, operations]) =>
      Object.values(operations as unknown as Record<string, Described>).flatMap(({ requestBody, responses }) => [
        ...(path.includes('{') && !responses[404] ? [`${path}: no 404`] : []),
        ...[requestBody?.content, responses[200]?.content, responses[201]?.content]
          .flatMap((content) => Object.entries(content ?? {}))
          .filter(([media]) => media !== 'application/octet-stream')
          .flatMap(([media, { schema, example }]) => {
            const { errors } = new JsonSchemaValidator(
              { components: { schemas }, ...schema },
              '2020-12',
              false,
            ).validate(example);
            return errors.map(({ error, instanceLocation }) => `${path} ${media} ${instanceLocation}: ${error}`);
          }),
      ]),
    );
    expect(wrong).toEqual([]);
  });

  it('docs/openapi.json has every call of the endpoint table, file links and /healthz', () => {
    const documented = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId }]) => [operationId, method.toUpperCase(), path]),
    );
    const calls = Object.entries(ENDPOINTS).map(([id, { method, path }]) => [
      id,
      method,
      API_BASE + path.replace(/:(\w+)/g, '{$1}'),
    ]);
    expect(documented.sort()).toEqual(
      [...calls, ['file', 'GET', '/files/{link}/{name}'], ['health', 'GET', '/healthz']].sort(),
    );
  });
});
