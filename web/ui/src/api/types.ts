/** The server's answers by name, as schema.ts has them from the OpenAPI document. */
import type { components } from './schema';

export type Schemas = components['schemas'];

/** A document without the name of its schema, which the page does not read. */
export type Body<Name extends keyof Schemas> = Omit<Schemas[Name], 'schema'>;

/** T with some fields narrowed to what the server sends there: the document leaves them wider. */
export type Narrow<T, Fields> = Omit<T, keyof Fields> & Fields;
