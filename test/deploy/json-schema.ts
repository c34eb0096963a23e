import { Ajv } from 'ajv';

/** An object with these properties and no others, so that a misspelt or misplaced key is found. */
export const object = (properties: object, ...required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
export const list = (items: object) => ({ type: 'array', items, minItems: 1 });
export const text = { type: 'string', minLength: 1 };
export const yes = { const: true };
/** RFC 1123: what names of objects, ports and containers are made of. */
export const name = { type: 'string', pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', maxLength: 63 };

const ajv = new Ajv({ allErrors: true });

/** What breaks a schema, each by its place. */
export function faultsOf(schema: object, value: unknown): readonly string[] {
  ajv.validate(schema, value);
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}
