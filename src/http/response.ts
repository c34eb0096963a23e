import { GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import { onceFor } from '../base/once.js';
import { printInSlices } from '../base/print.js';
import { httpError } from '../document/parameters.js';
import {
  isShared,
  largeBytesOf,
  type OperationResult,
  refusedWith,
  type WholeResponse,
} from '../operation/result.js';
import type { HttpExtension } from '../operation/status.js';
import { type Body, slicesBody } from './body.js';

export type ResponseType = 'application/json' | 'application/graphql-response+json';

export const typeHeaders: Readonly<Record<ResponseType, Readonly<Record<string, string>>>> = {
  'application/json': { 'Content-Type': 'application/json; charset=utf-8' },
  'application/graphql-response+json': {
    'Content-Type': 'application/graphql-response+json; charset=utf-8',
  },
};

/**
 * Responses belong to one credential: no cache on the way may keep them (fault catalogue, G14 and
 * G15).
 */
export const cacheControl = 'private, no-store';

export const health = (
  status: 'live' | 'ready' | 'starting' | 'draining',
  code: 200 | 503,
): Response => Response.json({ status }, { status: code });

/** @param served where to go instead: `GraphQL is at /graphql` */
export const notFound = (served: string): Response =>
  new Response(`Not found: ${served}, and at no other path.\n`, { status: 404 });

/** @param reason a sentence without its first capital */
export const badRequestResponse = (reason: string): Response =>
  new Response(`Bad request: ${reason}\n`, { status: 400 });

/** Some health checks send OPTIONS. */
const reportMethods = ['GET', 'HEAD', 'OPTIONS'];

/** HTTP 405 for any other method at an address that only reports; undefined for a usable one. */
export const refuseMethod = (method: string): Response | undefined =>
  reportMethods.includes(method) ? undefined : notAllowed(reportMethods.join(', '));

export const notAllowed = (
  allowed: string,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  new Response('Method not allowed.\n', { status: 405, headers: { ...headers, Allow: allowed } });

/** An error outside of any operation, in the form that every error of the façade has. */
export const errorResponse = (...error: Parameters<typeof httpError>): Response =>
  refusalResponse(refusedWith([httpError(...error)]));

/** The response to a refusal that was thrown. @throws what is no refusal */
export function toRefusal(error: unknown): Response {
  // A refusal has a status; without one, an error of graphql-js is a fault of ours.
  if (error instanceof GraphQLError && error.extensions.http?.status !== undefined) {
    return refusalResponse(refusedWith([error]));
  }
  throw error;
}

/** A result without data, at an address that is not GraphQL's. */
export function refusalResponse({ result, http }: WholeResponse): Response {
  const head = headOf({ errors: result.errors, http }, 'application/json');
  return new Response(printResponse(result), head);
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes with which the body begins, if several responses share them. */
  readonly beginning?: Buffer;
  /** The body, or what follows its beginning; a large one is printed as it is read. */
  readonly body: string | Body;
}

/**
 * For the fast path and for Yoga. Nearly all results have no errors: those are printed as they are.
 */
export function toHttpResponse({ result, http }: WholeResponse, type: ResponseType): HttpResponse {
  const { data, errors, extensions } = result;
  if (errors !== undefined || http !== undefined) {
    return { ...headOf({ errors, http }, type), body: bodyOf(result, printedOf(result)) };
  }
  const headers = typeHeaders[type];
  if (data == null || !isShared(data)) {
    return { status: 200, headers, body: bodyOf(result, result) };
  }
  const body = extensions === undefined ? '}' : `,"extensions":${JSON.stringify(extensions)}}`;
  return { status: 200, headers, beginning: beginningOf(data), body };
}

/** As much of a response as HTTP needs before the body. */
export interface ResponseHead {
  readonly errors?: OperationResult['errors'];
  readonly http: HttpExtension | undefined;
}

/** The highest status and all headers, of the result and of its errors. */
export function headOf({ errors = [], http: own }: ResponseHead, type: ResponseType) {
  let status = 0;
  const headers = { ...typeHeaders[type] };
  const all: GraphQLErrorExtensions['http'][] = [
    own,
    ...errors.map((error) => error.extensions.http),
  ];
  for (const http of all) {
    // With `spec` it is not for clients that expect 200 with their JSON.
    const isForOthers = http?.spec === true && type === 'application/json';
    if (http?.status !== undefined && !isForOthers) status = Math.max(status, http.status);
    Object.assign(headers, http?.headers);
  }
  return { status: status === 0 ? 200 : status, headers };
}

function bodyOf(result: OperationResult, value: unknown): string | Body {
  const bytes = largeBytesOf(result);
  return bytes === undefined ? JSON.stringify(value) : slicesBody(printInSlices(value), bytes);
}

/** The beginning of a response with shared data, up to the end of the data. */
const beginningOf = onceFor((data: object) => Buffer.from(`{"data":${JSON.stringify(data)}`));

export const printResponse = (result: OperationResult): string => JSON.stringify(printedOf(result));

/** The same text in slices, for a large result. */
export const printResponseInSlices = (result: OperationResult): Iterable<string> =>
  printInSlices(printedOf(result));

/** What an error says of HTTP is not printed. */
function printedOf(result: OperationResult): unknown {
  const { errors, extensions, ...rest } = result;
  if (errors === undefined) return result;
  return { errors: errors.map(publicPart), ...rest, ...(extensions && { extensions }) };
}

function publicPart(error: GraphQLError): unknown {
  const { http, ...extensions } = error.extensions;
  return http === undefined ? error : { ...error.toJSON(), extensions };
}
