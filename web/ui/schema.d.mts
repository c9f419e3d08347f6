/** Returns the text of src/api/schema.ts for the OpenAPI document. */
export function schemaSource(): Promise<string>;
