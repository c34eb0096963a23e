import type { GraphQLError } from 'graphql';
import type { OperationResult } from '../operation/result.js';
import type { OperationRequest } from '../operation/operation-request.js';
import { badRequest } from '../operation/parameters.js';
import { runWhole } from '../operation/public-run.js';
import type { RunOperation } from '../operation/run-operation.js';
import type { ErrorCode } from '../partner/error.js';
import { quote } from '../partner/quote.js';
import type { Tool, ToolArguments } from './tool.js';

export type Caller = Pick<OperationRequest, 'credential' | 'requestId' | 'client' | 'maxAge'>;

/** Runs the operation of a tool as `/graphql` runs it. @param signal aborted when the client leaves or cancels */
export async function callTool(
  run: RunOperation,
  tool: Tool,
  args: ToolArguments,
  caller: Caller,
  signal: AbortSignal,
): Promise<ToolContent> {
  signal.throwIfAborted();
  const toRequest = () => ({ ...caller, ...tool.request(checkNames(tool, args)) });
  return toContent(await runWhole(run, signal, toRequest));
}

/** GraphQL ignores unknown variables; a model that misspells one must hear of it. */
function checkNames({ inputSchema: { properties } }: Tool, args: ToolArguments): ToolArguments {
  const unknown = Object.keys(args).find((name) => !Object.hasOwn(properties, name));
  if (unknown === undefined) return args;
  const names = Object.keys(properties).join(', ');
  const known = names === '' ? 'The tool has none.' : `The tool has: ${names}.`;
  throw badRequest(`There is no argument ${quote(unknown, 64)}. ${known}`);
}

/** The structured content of a call, before it is bounded. */
export type ToolContent = ReturnType<typeof toContent>;

/** Members of the cost that a model can use. */
const shownCosts = ['limit', 'estimated', 'cached', 'shared', 'requestId', 'plan'] as const;

function toContent({ data, errors, extensions }: OperationResult) {
  const upstream = extensions?.upstream;
  const shown = upstream && shownCosts.map((name) => [name, upstream[name]] as const);
  const members = shown?.filter(([, value]) => value !== undefined && value !== 0) ?? [];
  const cost: { readonly requests: number; readonly [name: string]: unknown } = {
    requests: upstream?.requests ?? 0,
    ...Object.fromEntries(members),
  };
  return {
    data: data ?? null,
    ...(errors !== undefined && errors.length > 0 && { errors: errors.map(toToolError) }),
    cost,
  };
}

/** Whether a call has failed: there is an error, and no root field has a value. */
export const hasFailed = ({ data, errors }: ToolContent): boolean =>
  errors !== undefined && (data === null || Object.values(data).every((value) => value === null));

/** An error of a result, with what to do about it. */
export function toToolError({ message, path, extensions }: GraphQLError) {
  const { requiredScope, retryAfterSeconds } = extensions;
  const code = String(extensions['code']);
  const next = help[code];
  return {
    code,
    message,
    ...(path && { path }),
    ...(typeof requiredScope === 'string' && { requiredScope }),
    ...(typeof retryAfterSeconds === 'number' && { retryAfterSeconds }),
    ...(next !== undefined && { next }),
  };
}

/** What a model is to do about an error. The texts are ours alone; there is none for the codes of persisted queries. */
const help: Partial<Record<string, string>> = {
  GRAPHQL_PARSE_FAILED: 'Correct the document; a repetition does not help.',
  GRAPHQL_VALIDATION_FAILED:
    'Correct the arguments, or the document and its variables; a repetition does not help.',
  OPERATION_LIMIT_EXCEEDED: 'Ask for less at once. If the façade has too many operations, try again later.',
  BAD_USER_INPUT: 'Correct the argument. A cursor goes only with the filter that it came with.',
  UNAUTHENTICATED: 'Do not repeat the call. Tell the user that the credential is missing or not valid.',
  FORBIDDEN:
    'Do not repeat the call: the credential lacks the scope in requiredScope, and scopes cannot be added to it. Use what the rest of the result has, or ask the user for a credential with that scope.',
  NOT_FOUND:
    'The organization has no record with this id. Find the id with one of the tools that list. If a list is what was not found, tell the user.',
  HTTPS_REQUIRED: 'Do not repeat the call. Tell the user: the operator of the façade has to correct this.',
  RATE_LIMITED:
    'The quota is used up. Wait retryAfterSeconds, or a minute if it is absent, then repeat the call once. Until then every call fails.',
  UPSTREAM_UNAVAILABLE: 'Try again once, later. If it fails again, tell the user.',
  UPSTREAM_TIMEOUT: 'Try again once, or ask for less.',
  UPSTREAM_INVALID_RESPONSE:
    'Use the rest of the result. Tell the user that the Partner API sent something unexpected.',
  UPSTREAM_BUDGET_EXCEEDED:
    'The call needs more REST requests than one may send. Ask for less: a smaller first, a narrower filter, fewer fields.',
  INTERNAL_SERVER_ERROR: 'Do not repeat the call. Give the user the id in the message, for the operator.',
} satisfies Record<ErrorCode, string>;
