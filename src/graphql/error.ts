import { GraphQLError } from 'graphql';
import { atNodes } from '../execution/location.js';
import { type ErrorCode, errorCodes, type ErrorFacts, PartnerError } from '../partner/error.js';
import { builder } from './builder.js';
import { shortenMessage } from './short-message.js';

const descriptions: Readonly<Record<ErrorCode, string>> = {
  GRAPHQL_PARSE_FAILED: 'The document is not GraphQL. Correct it; trying again is no use.',
  GRAPHQL_VALIDATION_FAILED: 'The document or its variables do not fit the schema. Correct them.',
  OPERATION_LIMIT_EXCEEDED:
    'Too deep, too long, too many aliases, or a batch. The message names the limit and its setting, where it has one.',
  BAD_USER_INPUT: 'An argument that cannot be served, or HTTP 400 from the Partner API.',
  UNAUTHENTICATED: 'No usable bearer credential, or HTTP 401: the credential is missing or invalid.',
  FORBIDDEN:
    'HTTP 403: the credential lacks `requiredScope`. Scopes cannot be added; create a new credential.',
  NOT_FOUND: 'HTTP 404: nothing of this id in the organization of the credential.',
  HTTPS_REQUIRED: 'HTTP 426: HTTPS is required in production. For the operator of the façade.',
  RATE_LIMITED:
    'HTTP 429: the quota of the credential or the organization is spent. Wait `retryAfterSeconds`.',
  UPSTREAM_UNAVAILABLE:
    'The Partner API could not be reached or could not serve. Trying again later may help.',
  UPSTREAM_TIMEOUT: 'No whole answer within the time allowed. Trying again, or asking for less, may help.',
  UPSTREAM_INVALID_RESPONSE: 'An answer that breaks the contract of the Partner API. Tell the operator.',
  UPSTREAM_BUDGET_EXCEEDED:
    'The operation needs more REST requests than one may spend. Ask for less at once.',
  INTERNAL_SERVER_ERROR:
    'A fault of the façade. The message holds an id under which the operator finds it in the log.',
};

export const ErrorCodeRef = builder.enumType('ErrorCode', {
  description:
    'Why a field, or a whole operation, has no data: `extensions.code` of every entry of `errors`.',
  values: Object.fromEntries(
    errorCodes.map((code) => [code, { value: code, description: descriptions[code] }]),
  ),
});

builder.objectRef<ErrorFacts & { readonly code: ErrorCode }>('ErrorExtensions').implement({
  description:
    'The shape of `extensions` of every entry of `errors`. No field returns it: it is here for generators of types. ' +
    'A member that is not known is left out.',
  fields: (t) => ({
    code: t.expose('code', { type: ErrorCodeRef, description: 'What kind of failure it is.' }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'HTTP status of the REST answer, when there was one.',
    }),
    operation: t.exposeString('operation', {
      nullable: true,
      description: 'REST operation id, for example `partnerV1_screens`.',
    }),
    requiredScope: t.exposeString('requiredScope', {
      nullable: true,
      description: 'On FORBIDDEN: the scope that the credential lacks, for example `screens:read`.',
    }),
    requestId: t.exposeString('requestId', {
      nullable: true,
      description: 'The Partner API’s id of the failed request, for its support.',
    }),
    upstreamCode: t.exposeString('upstreamCode', {
      nullable: true,
      description: '`error.code` of the Partner API. Its values are not documented.',
    }),
    details: t.expose('details', {
      type: 'JSONObject',
      nullable: true,
      description: '`error.details` of the Partner API. Its content is not documented.',
    }),
    retryAfterSeconds: t.exposeFloat('retryAfterSeconds', {
      nullable: true,
      description: 'On RATE_LIMITED: seconds to wait, when the Partner API told it.',
    }),
  }),
});

/** The extensions of a failure that can be named; a GraphQL error of the request itself keeps its own. */
export function extensionsOf({ code, facts }: PartnerError): Record<string, unknown> {
  const extensions: Record<string, unknown> = { code };
  for (const [name, value] of Object.entries(facts)) if (value !== undefined) extensions[name] = value;
  return extensions;
}

/** Told with what cannot be named: nothing of it but the id under which it is logged. */
export type ReportUnknown = (error: unknown) => string;

/** What kind of error it is for the client: its code. */
export function kindOfError(error: unknown): ErrorCode {
  if (error instanceof PartnerError) return error.code;
  return error instanceof GraphQLError ? 'GRAPHQL_VALIDATION_FAILED' : 'INTERNAL_SERVER_ERROR';
}

/**
 * The public form of an error that execution has found: named failures with their extensions, everything else
 * masked and reported. The only place where errors are translated.
 */
export function publicError(error: GraphQLError, report: ReportUnknown): GraphQLError {
  const { originalError, path } = error;
  if (originalError instanceof PartnerError)
    return retold(error, originalError.message, extensionsOf(originalError));
  // What graphql-js raises itself about the request: a variable that does not fit, an operation that is not there.
  if (originalError === undefined || originalError instanceof GraphQLError) {
    const code: unknown =
      error.extensions['code'] ??
      (path === undefined || isAboutArgument(error) ? 'GRAPHQL_VALIDATION_FAILED' : undefined);
    if (code !== undefined) return retold(error, error.message, { ...error.extensions, code });
  }
  const id = report(originalError ?? error);
  return retold(error, `Internal error. It is logged under the id ${id}.`, { code: 'INTERNAL_SERVER_ERROR' });
}

/** Found while a field is executed, yet about what the client sent: null for an argument that must have a value. */
const isAboutArgument = ({ message }: GraphQLError): boolean => /^Argument "\w+" /.test(message);

function retold(error: GraphQLError, text: string, extensions: Record<string, unknown>): GraphQLError {
  const { nodes, source, positions, path } = error;
  const message = shortenMessage(text);
  // Only what could not be parsed has a place without a node.
  if (nodes === undefined)
    return new GraphQLError(message, {
      source: source ?? null,
      positions: positions ?? null,
      path: path ?? null,
      extensions,
    });
  return atNodes(new GraphQLError(message, { path: path ?? null, extensions }), nodes);
}
