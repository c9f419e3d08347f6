import { expect, it } from 'vitest';
import { schemaSource } from '../../schema.mjs';
import kept from './schema.ts?raw';

it('matches the OpenAPI document (regenerate with npm run schema)', async () => {
  expect(kept).toBe(await schemaSource());
}, 60_000);
