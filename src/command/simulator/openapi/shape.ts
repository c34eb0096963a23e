/** The parts of OpenAPI 3.0.3 that our document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array';
  readonly description?: string;
  readonly format?: 'date-time' | 'uri';
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
}

export interface Header {
  readonly description: string;
  readonly schema: Schema;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content: { readonly 'application/json': { readonly schema: Schema } };
}

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly { readonly bearerAuth: readonly [] }[];
  readonly 'x-required-scope'?: string;
  readonly parameters: readonly Parameter[];
  readonly responses: Readonly<Record<string, ResponseObject | { readonly $ref: string }>>;
}

export interface OpenApiDocument {
  readonly openapi: '3.0.3';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, { readonly get: OperationObject }>>;
  readonly components: {
    readonly securitySchemes: {
      readonly bearerAuth: {
        readonly type: 'http';
        readonly scheme: 'bearer';
        readonly description: string;
      };
    };
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

type Fields = Readonly<Record<string, Schema>>;

/**
 * An object with required and optional fields; it allows unknown ones, because the service may add
 * some.
 */
export function record(required: Fields, optional: Fields = {}): Schema {
  return {
    type: 'object',
    required: Object.keys(required),
    properties: { ...required, ...optional },
  };
}

export function listOf(items: Schema): Schema {
  return { type: 'array', items };
}

export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

export function oneOf(...values: readonly string[]): Schema {
  return { type: 'string', enum: values };
}

export const text: Schema = { type: 'string' };
export const number: Schema = { type: 'number' };
export const boolean: Schema = { type: 'boolean' };
export const dateTime: Schema = { type: 'string', format: 'date-time' };
