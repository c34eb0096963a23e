import type { GraphQLError } from 'graphql';
import type { HttpExtension, OperationAnswer } from './answer.js';

/** Media types in which an answer is sent whole. */
export type AnswerType = 'application/json' | 'application/graphql-response+json';

/** An answer as HTTP sends it. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes with which the body begins, where several clients are given the same. */
  readonly beginning?: Buffer;
  /** The body, or what follows its beginning. */
  readonly body: string;
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
  if (answer.errors === undefined && answer.extensions?.http === undefined) return printWhole(answer);
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

/** What answers begin with that several clients are given, up to the end of their data. */
const printed = new WeakMap<object, Buffer | undefined>();

/** Takes note that an answer's data will be printed for several clients: it is then printed once. */
export function shareData({ data, errors }: OperationAnswer): void {
  if (data != null && errors === undefined) printed.set(data, undefined);
}

function printWhole(answer: OperationAnswer): WireAnswer {
  const { data, extensions } = answer;
  if (data == null || !printed.has(data))
    return { status: 200, headers: noHeaders, body: JSON.stringify(answer) };
  let beginning = printed.get(data);
  if (beginning === undefined)
    printed.set(data, (beginning = Buffer.from(`{"data":${JSON.stringify(data)}`)));
  const body = extensions === undefined ? '}' : `,"extensions":${JSON.stringify(extensions)}}`;
  return { status: 200, headers: noHeaders, beginning, body };
}

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
