import { operations, type Operation } from '../operation.js';
import { schemas } from './schemas.js';
import {
  listOf,
  record,
  ref,
  text,
  type OpenApiDocument,
  type OperationObject,
  type Parameter,
  type ResponseObject,
  type Schema,
} from './shape.js';

/** The document at `/api/partner/openapi.json`: only the operations of Partner v1. */
export function createOpenApiDocument(baseUrl: string): OpenApiDocument {
  return {
    openapi: '3.0.3',
    info: {
      title: 'Partner API',
      version: '1.0.0',
      description:
        'Read-only, server-to-server access to one organization’s screens, playback, playlists and media. ' +
        'Every operation is a GET; all data is limited to the organization of the credential.',
    },
    servers: [{ url: baseUrl }],
    tags: ['Organization', 'Screens', 'Playback', 'Playlists', 'Media'].map((name) => ({ name })),
    paths: Object.fromEntries(operations.map((one) => [one.path, { get: operationObject(one) }])),
    components: {
      securitySchemes: {
        bearerAuth: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A partner credential, created in the Developers area. It is a server-side secret.',
        },
      },
      responses: Object.fromEntries(
        errors.map(([status, condition]) => [errorName(status), errorObject(status, condition)]),
      ),
      schemas,
    },
  };
}

/** Contract, part "Errors": valid for every operation. */
const errors: readonly (readonly [status: number, condition: string])[] = [
  [400, 'Invalid request.'],
  [401, 'Missing or invalid credential.'],
  [403, 'The credential lacks the required scope.'],
  [404, 'Resource not found in the credential’s organization.'],
  [426, 'HTTPS is required in production.'],
  [429, 'Credential or organization quota exceeded.'],
];

/** Contract, parts "Pagination of collections" and "Limits". */
const pageParameters: readonly Parameter[] = [
  {
    name: 'page',
    in: 'query',
    required: false,
    description: 'Number of the page, from 1.',
    schema: { type: 'integer', minimum: 1, default: 1 },
  },
  {
    name: 'limit',
    in: 'query',
    required: false,
    description: 'Places on a page. A page may hold fewer items and not be the last.',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  },
];

const tags: Readonly<Record<string, string>> = {
  Organization: 'Organization',
  Screen: 'Screens',
  PlaybackConfiguration: 'Playback',
  Playlist: 'Playlists',
  PlaylistItem: 'Playlists',
  Media: 'Media',
};

function operationObject({
  id,
  path,
  scope,
  resource,
  isList,
  summary,
}: Operation): OperationObject {
  return {
    operationId: id,
    summary,
    description:
      scope === undefined ? 'Needs any valid credential.' : `Needs the scope \`${scope}\`.`,
    tags: [tags[resource] ?? resource],
    security: [{ bearerAuth: [] }],
    ...(scope !== undefined && { 'x-required-scope': scope }),
    parameters: [...pathParameters(path), ...(isList ? pageParameters : [])],
    responses: {
      200: {
        description: `${summary}.`,
        content: json(isList ? pageOf(resource) : record({ data: ref(resource) })),
      },
      ...Object.fromEntries(
        errors.map(([status]) => [status, { $ref: `#/components/responses/${errorName(status)}` }]),
      ),
    },
  };
}

function pathParameters(path: string): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => ({
    name: parameter,
    in: 'path',
    required: true,
    description: `The ${parameter.replace(/Id$/, '')}’s id.`,
    schema: text,
  }));
}

function pageOf(resource: string): Schema {
  return record({ data: listOf(ref(resource)), pagination: ref('Pagination') });
}

function errorObject(status: number, description: string): ResponseObject {
  const requestId = { description: 'The request id of the body.', schema: text };
  const retryAfter = { description: 'Seconds to wait, where known.', schema: text };
  return {
    description,
    headers: { 'X-Request-Id': requestId, ...(status === 429 && { 'Retry-After': retryAfter }) },
    content: json(ref('ErrorEnvelope')),
  };
}

function errorName(status: number): string {
  return `Error${status}`;
}

function json(schema: Schema): ResponseObject['content'] {
  return { 'application/json': { schema } };
}
