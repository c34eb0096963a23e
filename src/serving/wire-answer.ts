import type { GraphQLError } from 'graphql';
import type { HttpExtension, OperationAnswer } from './answer.js';

/** Media types in which an answer is sent whole. */
export type AnswerType = 'application/json' | 'application/graphql-response+json';

/** An answer as HTTP sends it. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text, or the bytes of it. */
  readonly body: string | Buffer;
}

/** What `http` in the extensions of an error tells; `spec`: not for clients that expect 200 with their JSON. */
interface ErrorHttp extends HttpExtension {
  readonly spec?: boolean;
}

/**
 * The status, headers and body of an answer, as Yoga makes them (its `processRegularResult`): a differential test holds
 * the two equal. Answers without errors, nearly all, are printed as they are.
 */
export function toWire(answer: OperationAnswer, type: AnswerType): WireAnswer {
  if (answer.errors === undefined && answer.extensions?.http === undefined)
    return { status: 200, headers: noHeaders, body: printWhole(answer) };
  const told: (ErrorHttp | undefined)[] = [answer.extensions?.http, ...(answer.errors ?? []).map(httpOf)];
  const statuses = told.flatMap((http) =>
    http?.status === undefined || (http.spec === true && type === 'application/json') ? [] : [http.status],
  );
  return {
    status: statuses.length === 0 ? 200 : Math.max(...statuses),
    headers: Object.assign({}, ...told.map((http) => http?.headers)) as Record<string, string>,
    body: JSON.stringify(withoutHttp(answer)),
  };
}

const noHeaders = {};

/** The printed data of answers that several clients are given. */
const printed = new WeakMap<object, Buffer | undefined>();

/** Takes note that an answer's data will be printed for several clients: it is then printed once. */
export function shareData({ data, errors }: OperationAnswer): void {
  if (data != null && errors === undefined) printed.set(data, undefined);
}

function printWhole(answer: OperationAnswer): string | Buffer {
  const { data, extensions } = answer;
  if (data == null || !printed.has(data)) return JSON.stringify(answer);
  let bytes = printed.get(data);
  if (bytes === undefined) printed.set(data, (bytes = Buffer.from(JSON.stringify(data))));
  const rest = extensions === undefined ? '}' : `,"extensions":${JSON.stringify(extensions)}}`;
  return Buffer.concat([beginning, bytes, Buffer.from(rest)]);
}

const beginning = Buffer.from('{"data":');

/** Only the façade's own errors carry it. */
const httpOf = ({ extensions }: GraphQLError): ErrorHttp | undefined => extensions.http;

function withoutHttp({ errors, extensions, ...rest }: OperationAnswer): unknown {
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
