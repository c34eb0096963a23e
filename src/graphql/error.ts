import { GraphQLError } from 'graphql';
import { locationsOf } from '../execution/result-path.js';
import {
  asError,
  Cancellation,
  type ErrorCode,
  type ErrorFacts,
  PartnerError,
} from '../partner/error.js';
import { cutMessage, shortenMessage } from '../partner/quote.js';
import { builder, mapValues } from './builder.js';

const descriptions: Readonly<Record<ErrorCode, string>> = {
  GRAPHQL_PARSE_FAILED: 'The document is not valid GraphQL. Correct it; a retry does not help.',
  GRAPHQL_VALIDATION_FAILED: 'The document or its variables do not match the schema. Correct them.',
  OPERATION_LIMIT_EXCEEDED:
    'Too deep, too long, too many aliases, or a batch. The message names the limit and its setting, if it has one.',
  BAD_USER_INPUT: 'An unusable argument, or HTTP 400 from the Partner API.',
  UNAUTHENTICATED:
    'No usable bearer credential, or HTTP 401: the credential is missing or invalid.',
  FORBIDDEN:
    'HTTP 403: the credential lacks `requiredScope`. Scopes cannot be added: create a new credential.',
  NOT_FOUND: 'HTTP 404: the organization of the credential has no record with this id.',
  HTTPS_REQUIRED:
    'HTTP 426: HTTPS is required in production. The operator of the façade has to correct this.',
  RATE_LIMITED:
    'HTTP 429: the quota of the credential or the organization is used up. Wait `retryAfterSeconds`.',
  UPSTREAM_UNAVAILABLE:
    'The Partner API could not be reached or could not respond. Try again later.',
  UPSTREAM_TIMEOUT: 'No complete response within the time limit. Try again, or select less.',
  UPSTREAM_INVALID_RESPONSE:
    'A response that breaks the contract of the Partner API. Report it to the operator.',
  UPSTREAM_BUDGET_EXCEEDED:
    'The operation needs more REST requests, or more bytes of their responses, than one operation may. Select less at once.',
  INTERNAL_SERVER_ERROR:
    'A bug in the façade. The operator finds it in the log by the id in the message.',
};

const ErrorCodeRef = builder.enumType('ErrorCode', {
  description:
    'Why a field or a whole operation has no data: `extensions.code` of every entry of `errors`.',
  values: mapValues(descriptions, (description) => ({ description })),
});

const factTypes: Readonly<Record<keyof ErrorFacts, readonly [type: string, description: string]>> =
  {
    status: ['Int', 'HTTP status of the REST response, if there was one, for example `403`.'],
    operation: ['String', 'REST operation id, for example `partnerV1_screens`.'],
    requiredScope: [
      'String',
      'On FORBIDDEN: the scope that the credential lacks, for example `screens:read`.',
    ],
    requestId: ['String', 'The Partner API’s id of the failed request, for its support.'],
    upstreamCode: ['String', '`error.code` of the Partner API. Its values are not documented.'],
    details: ['JSONObject', '`error.details` of the Partner API. Its content is not documented.'],
    retryAfterSeconds: [
      'Float',
      'On RATE_LIMITED: seconds to wait, if the Partner API sent them, for example `30`.',
    ],
  };

builder.objectRef<{ readonly code: ErrorCode }>('ErrorExtensions').implement({
  description:
    'The shape of `extensions` of every entry of `errors`. No field returns it; it is here for type generators. ' +
    'An unknown member is left out.',
  fields: (t) => ({
    code: t.expose('code', { type: ErrorCodeRef, description: 'The kind of failure.' }),
    ...mapValues(factTypes, ([type, description]) =>
      // The schema cannot be built with a name that is none of its types.
      t.field({ type: type as 'String', nullable: true, description, resolve: () => null }),
    ),
  }),
});

/** Logs an error that has no public form; returns the id of its log line. */
export type ReportUnknown = (error: unknown) => string;

/** The code of an error that was thrown before execution. */
export function kindOfError(error: unknown): ErrorCode {
  if (error instanceof PartnerError) return error.code;
  return error instanceof GraphQLError ? 'GRAPHQL_VALIDATION_FAILED' : 'INTERNAL_SERVER_ERROR';
}

/**
 * The public form of an error from execution: named failures keep their message and extensions,
 * anything else is masked and reported. Errors are translated only here.
 */
export function publicError(error: GraphQLError, report: ReportUnknown): GraphQLError {
  const { originalError, extensions } = error;
  if (originalError instanceof PartnerError) return publicFailure(error, originalError);
  // graphql-js raises these itself about the request: an unusable variable, a missing operation.
  if (originalError === undefined || originalError instanceof GraphQLError) {
    const code = extensions['code'] ?? codeOfRequestError(error);
    if (code !== undefined) return withMessage(error, error.message, { ...extensions, code });
  }
  const id = report(originalError ?? error);
  return withMessage(error, `Internal error. It is logged under the id ${id}.`, {
    code: 'INTERNAL_SERVER_ERROR',
  });
}

function publicFailure(error: GraphQLError, originalError: PartnerError): GraphQLError {
  const { code, facts, message } = originalError;
  const known = Object.entries(inTenths(facts)).filter(([, value]) => value !== undefined);
  const shown = withMessage(error, message, { code, ...Object.fromEntries(known) });
  // Log, metrics and traces tell a cancelled operation from one that was out of time.
  if (originalError instanceof Cancellation) Object.assign(shown, { originalError });
  return shown;
}

/** Undefined for an error that the request is not to blame for. */
function codeOfRequestError(error: GraphQLError): ErrorCode | undefined {
  const isOfRequest = error.path === undefined || isAboutArgument(error);
  return isOfRequest ? 'GRAPHQL_VALIDATION_FAILED' : undefined;
}

/**
 * What is left of a wait, with one decimal: people read it. Rounded up, as whoever waits must not
 * be early.
 */
function inTenths(facts: ErrorFacts): ErrorFacts {
  const { retryAfterSeconds } = facts;
  if (retryAfterSeconds === undefined) return facts;
  // Of milliseconds: ten times 0.3 is more than 3.
  return {
    ...facts,
    retryAfterSeconds: Math.ceil(Math.round(retryAfterSeconds * 1000) / 100) / 10,
  };
}

/**
 * Raised while a field is executed, but caused by the client: null for a required argument, `id` or
 * `Query.screen(id:)`.
 */
const isAboutArgument = ({ message }: GraphQLError): boolean => /^Argument "[^"]+" /.test(message);

/**
 * The refusal of an operation. `spec`: HTTP 400 with `application/graphql-response+json` alone;
 * older clients get 200.
 */
export const refusal = (message: string, code: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code, http: refusalStatus } });

export const refusalStatus = { spec: true, status: 400 };

/**
 * The same error with another message, which is shortened, and other extensions. Every message of
 * graphql-js becomes public here.
 */
export function withMessage(
  error: GraphQLError,
  text: string,
  extensions: Record<string, unknown>,
): GraphQLError {
  const { nodes, source, positions, path, originalError } = error;
  // Our own messages have a code, and cut the values that they repeat.
  const isOurs = error.extensions['code'] !== undefined || originalError instanceof PartnerError;
  const message = isOurs ? cutMessage(text) : shortenMessage(text, originalError?.message);
  const options = { path: path ?? null, extensions };
  // Only a syntax error has a position without a node.
  if (nodes === undefined) {
    return new GraphQLError(message, {
      ...options,
      source: source ?? null,
      positions: positions ?? null,
    });
  }
  return Object.assign(new GraphQLError(message, options), {
    nodes,
    locations: locationsOf(nodes),
  });
}

/** An error that was thrown, as execution would raise it. */
export const asGraphQLError = (error: unknown): GraphQLError =>
  error instanceof GraphQLError
    ? error
    : new GraphQLError('Unknown', { originalError: asError(error) });
