import type { GraphQLError } from 'graphql';
import { type HttpExtension, isLarge, isShared, type OperationResult } from '../operation/result.js';
import { printInSlices } from './print.js';

/** Media types in which an answer is sent whole. */
export type ResponseType = 'application/json' | 'application/graphql-response+json';

/** An answer as HTTP sends it. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes with which the body begins, where several clients are given the same. */
  readonly beginning?: Buffer;
  /** The body, or what follows its beginning; of a large answer its slices, each printed when it is asked for. */
  readonly body: string | Iterable<string>;
}

/** What `http` in the extensions of an error tells; `spec`: not for clients that expect 200 with their JSON. */
interface ErrorHttp extends HttpExtension {
  readonly spec?: boolean;
}

/**
 * The status, headers and body of an answer, the same for every way in which it is sent. Answers without errors, nearly
 * all, are printed as they are.
 */
export function toHttpResponse(answer: OperationResult, type: ResponseType): HttpResponse {
  if (answer.errors === undefined && answer.extensions?.http === undefined) return printWhole(answer);
  return { ...headOf(answer, type), body: bodyOf(answer, withoutHttp(answer)) };
}

/** The highest status of all, and the headers of all. */
function headOf(
  { errors = [], extensions }: OperationResult,
  type: ResponseType,
): Omit<HttpResponse, 'body'> {
  let status = 0;
  const headers: Record<string, string> = {};
  const add = (http: ErrorHttp | undefined): void => {
    if (http?.status !== undefined && !(http.spec === true && type === 'application/json'))
      status = Math.max(status, http.status);
    if (http?.headers !== undefined) Object.assign(headers, http.headers);
  };
  add(extensions?.http);
  for (const error of errors) add(httpOf(error));
  return { status: status === 0 ? 200 : status, headers };
}

const bodyOf = ({ data }: OperationResult, value: unknown): string | Iterable<string> =>
  isLarge(data) ? printInSlices(value) : JSON.stringify(value);

const noHeaders = {};

/** The beginning of responses that several clients share, up to the end of their data. */
const printed = new WeakMap<object, Buffer>();

function printWhole(answer: OperationResult): HttpResponse {
  const { data, extensions } = answer;
  if (data == null || !isShared(data))
    return { status: 200, headers: noHeaders, body: bodyOf(answer, answer) };
  let beginning = printed.get(data);
  if (beginning === undefined)
    printed.set(data, (beginning = Buffer.from(`{"data":${JSON.stringify(data)}`)));
  const body = extensions === undefined ? '}' : `,"extensions":${JSON.stringify(extensions)}}`;
  return { status: 200, headers: noHeaders, beginning, body };
}

/** A whole answer in one piece. */
export const printResponse = (answer: OperationResult): string => JSON.stringify(withoutHttp(answer));

/** Only the façade's own errors carry it. */
const httpOf = ({ extensions }: GraphQLError): ErrorHttp | undefined => extensions.http;

function withoutHttp({ errors, extensions, ...rest }: OperationResult): unknown {
  const told = { ...extensions };
  delete told.http;
  return {
    ...(errors && { errors: errors.map(publicPart) }),
    ...rest,
    ...(Object.keys(told).length > 0 && { extensions: told }),
  };
}

function publicPart(error: GraphQLError): unknown {
  const { http, ...extensions } = error.extensions;
  return http === undefined ? error : { ...error.toJSON(), extensions };
}
