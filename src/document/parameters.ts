import { GraphQLError, type OperationDefinitionNode } from 'graphql';
import { refusal } from '../graphql/error.js';

/** The parameters of a GraphQL request (GraphQL over HTTP). */
export interface GraphQLParameters {
  /** Empty where only `documentId` or `extensions.persistedQuery` names the document. */
  readonly query: string;
  readonly documentId?: string | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly operationName?: string | undefined;
  /** `persistedQuery` names the document as Apollo's clients do. */
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
  /** The error behavior that the client asked for, unchecked; `extensions.onError` is read too. */
  readonly onError?: unknown;
}

/** @throws GraphQLError with HTTP status 400 that names the parameter and what it must be */
export function checkParameters(body: unknown): GraphQLParameters {
  if (Array.isArray(body)) throw httpError(400, batchRefusal, 'OPERATION_LIMIT_EXCEEDED');
  if (!isObject(body)) {
    throw badRequest(`The request body is ${kindOf(body)}, and must be a JSON object.`);
  }
  const documentId = parameter(body, 'documentId', isString, 'a string');
  const variables = parameter(body, 'variables', isObject, 'an object');
  const operationName = parameter(body, 'operationName', isString, 'a string');
  const extensions = parameter(body, 'extensions', isObject, 'an object');
  const isNamed = documentId !== undefined || extensions?.['persistedQuery'] != null;
  const query = isNamed ? (body['query'] ?? '') : body['query'];
  if (typeof query !== 'string') {
    throw badRequest(`query is ${kindOf(query)}, and must be a string.`);
  }
  return {
    query,
    documentId,
    variables,
    operationName,
    extensions,
    onError: body['onError'] ?? undefined,
  };
}

function parameter<T>(
  body: Record<string, unknown>,
  name: string,
  fits: (value: unknown) => value is T,
  what: string,
): T | undefined {
  const value = body[name] ?? undefined;
  if (value === undefined || fits(value)) return value;
  throw badRequest(`${name} is ${kindOf(value)}, and must be ${what}.`);
}

const isString = (value: unknown): value is string => typeof value === 'string';

const batchRefusal =
  'The request is a batch, and may hold 1 operation. Send one operation with several root fields.';

export const badRequest = (message: string): GraphQLError =>
  httpError(400, message, 'GRAPHQL_VALIDATION_FAILED');

export const httpError = (
  status: number,
  message: string,
  code: string,
  headers?: Readonly<Record<string, string>>,
): GraphQLError =>
  new GraphQLError(message, {
    extensions: { code, http: { status, ...(headers && { headers }) } },
  });

/** The refusal of what the façade has no room for now. */
export const unavailable = (message: string, retryAfterSeconds: number): GraphQLError =>
  httpError(503, message, 'OPERATION_LIMIT_EXCEEDED', { 'Retry-After': String(retryAfterSeconds) });

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `of type ${typeof value}`;
}

/**
 * The request with the variables that its operation declares; itself where it has no others.
 * GraphQL ignores undeclared variables ("CoerceVariableValues"), so nothing that follows reads,
 * checks, keys or keeps them.
 */
export function withDeclaredVariables<T extends Pick<GraphQLParameters, 'variables'>>(
  request: T,
  { variableDefinitions = [] }: Pick<OperationDefinitionNode, 'variableDefinitions'>,
): T {
  const { variables } = request;
  if (variables === undefined) return request;
  const given = variableDefinitions.filter(({ variable }) =>
    Object.hasOwn(variables, variable.name.value),
  );
  if (given.length === Object.keys(variables).length) return request;
  const entries = given.map(
    ({ variable: { name } }) => [name.value, variables[name.value]] as const,
  );
  return { ...request, variables: Object.fromEntries(entries) };
}

/** Levels of lists and objects in the variables; no argument has more than one. */
const maxLevels = 100;

/**
 * Whether equal JSON means equal variables: it has no text for undefined and for infinite numbers.
 *
 * @throws GraphQLError BAD_USER_INPUT where they are deeper than any argument takes, or hold a
 *   BigInt, for which JSON has no text
 */
export function isExactInJson(value: unknown, level = 0): boolean {
  if (typeof value === 'bigint') {
    throw refusal(
      'The variables hold a BigInt, and JSON has none. Send a number or a text.',
      'BAD_USER_INPUT',
    );
  }
  if (typeof value !== 'object' || value === null) {
    return value !== undefined && (typeof value !== 'number' || Number.isFinite(value));
  }
  if (level > maxLevels) {
    throw refusal(
      `The variables are more than ${maxLevels} levels deep, and no argument takes such a value. Send fewer levels.`,
      'BAD_USER_INPUT',
    );
  }
  let isExact = true;
  // To the end: each member is to be checked for its levels.
  for (const member of membersOf(value)) isExact = isExactInJson(member, level + 1) && isExact;
  return isExact;
}

/** The members of a list or an object. */
export const membersOf = (holder: object): readonly unknown[] =>
  Array.isArray(holder) ? holder : Object.values(holder);
