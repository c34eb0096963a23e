import type { GraphQLError } from 'graphql';
import type { OperationResult } from '../operation/result.js';
import { helpFor } from './error-help.js';

/** An error of a result, with what to do about it. */
export interface ToolError {
  readonly code: string;
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly requiredScope?: string;
  readonly retryAfterSeconds?: number;
  readonly next?: string;
}

/** The structured content of a call, before it is bounded. */
export interface ToolContent {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly ToolError[];
  /** REST requests. */
  readonly cost: { readonly requests: number; readonly [name: string]: unknown };
}

/** Members of the cost that a model can use. */
const shownCosts = ['limit', 'estimated', 'cached', 'shared', 'requestId', 'plan'] as const;

/** The result of an operation as a tool gives it. */
export function toContent({ data, errors, extensions }: OperationResult): ToolContent {
  const upstream = extensions?.upstream;
  const shown = upstream && shownCosts.map((name) => [name, upstream[name]] as const);
  const members = shown?.filter(([, value]) => value !== undefined && value !== 0) ?? [];
  return {
    data: data ?? null,
    ...(errors !== undefined && errors.length > 0 && { errors: errors.map(toToolError) }),
    cost: { requests: upstream?.requests ?? 0, ...Object.fromEntries(members) },
  };
}

/** Whether a call has failed: there is an error, and no root field has a value. */
export const hasFailed = ({ data, errors }: ToolContent): boolean =>
  errors !== undefined && (data === null || Object.values(data).every((value) => value === null));

function toToolError({ message, path, extensions }: GraphQLError): ToolError {
  const { code, requiredScope, retryAfterSeconds } = extensions;
  const next = helpFor(code);
  return {
    code: String(code),
    message,
    ...(path && { path }),
    ...(typeof requiredScope === 'string' && { requiredScope }),
    ...(typeof retryAfterSeconds === 'number' && { retryAfterSeconds }),
    ...(next !== undefined && { next }),
  };
}
