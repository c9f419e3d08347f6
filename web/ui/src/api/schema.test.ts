import { expect, it } from 'vitest';
import { schemaSource } from '../../schema.mjs';
import kept from './schema.ts?raw';

it('is what the OpenAPI document says (npm run schema writes it)', async () => {
  expect(kept).toBe(await schemaSource());
}, 60_000);
