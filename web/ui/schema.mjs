// Generates src/api/schema.ts, the types of the server's responses, from its OpenAPI document: `npm run schema`.
// schema.test.ts checks that the file is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const DOCUMENT = new URL('../openapi.json', import.meta.url);
const SCHEMA = new URL('src/api/schema.ts', import.meta.url);

/** Returns the types of the document's schemas as TypeScript. Paths are omitted, since the client has its own. */
export async function schemaSource() {
  const { openapi, info, components } = JSON.parse(readFileSync(DOCUMENT, 'utf8'));
  const types = astToString(await openapiTS({ openapi, info, paths: {}, components }, { immutable: true }));
  return `// Generated from the server's OpenAPI document by \`npm run schema\`. Do not edit.\n\n${types}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(SCHEMA, await schemaSource());
