/** The text of src/api/schema.ts as the OpenAPI document has it. */
export function schemaSource(): Promise<string>;
