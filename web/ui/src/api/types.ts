/** The server's response types, as generated in schema.ts from the OpenAPI document. */
import type { components } from './schema';

export type Schemas = components['schemas'];

/** A response without its schema name, which the page does not read. */
export type Body<Name extends keyof Schemas> = Omit<Schemas[Name], 'schema'>;

/** T with some fields narrowed to the values that the server sends; the OpenAPI document declares wider types. */
export type Narrow<T, Fields> = Omit<T, keyof Fields> & Fields;
