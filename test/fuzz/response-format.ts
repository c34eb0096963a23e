import { z } from 'zod';

/**
 * `ErrorCode` and `ErrorExtensions` of the public interface, by hand; an internal error is a fault.
 */
const codes = [
  ...(['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'OPERATION_LIMIT_EXCEEDED'] as const),
  ...(['BAD_USER_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'HTTPS_REQUIRED'] as const),
  ...([
    'RATE_LIMITED',
    'UPSTREAM_UNAVAILABLE',
    'UPSTREAM_TIMEOUT',
    'UPSTREAM_INVALID_RESPONSE',
  ] as const),
  'UPSTREAM_BUDGET_EXCEEDED',
  // From Apollo's protocol for persisted queries.
  ...(['PERSISTED_QUERY_NOT_FOUND', 'PERSISTED_QUERY_NOT_SUPPORTED'] as const),
] as const;

const place = z.int().positive();
const errorSchema = z.strictObject({
  message: z.string().min(1),
  locations: z
    .array(z.strictObject({ line: place, column: place }))
    .min(1)
    .optional(),
  path: z
    .array(z.union([z.string(), z.int().min(0)]))
    .min(1)
    .optional(),
  extensions: z.strictObject({
    code: z.enum(codes),
    status: z.number().optional(),
    operation: z.string().optional(),
    requiredScope: z.string().optional(),
    requestId: z.string().optional(),
    upstreamCode: z.string().optional(),
    details: z.record(z.string(), z.unknown()).optional(),
    retryAfterSeconds: z.number().optional(),
  }),
});
const costSchema = z
  .looseObject({ requests: z.int().min(0), limit: z.int() })
  .refine(({ requests, limit }) => requests <= limit);
const responseSchema = z.strictObject({
  data: z.record(z.string(), z.unknown()).nullable().optional(),
  errors: z.array(errorSchema).min(1).optional(),
  extensions: z.strictObject({ upstream: costSchema }).optional(),
});

const internals =
  /node_modules|\\n +at |TypeError|ReferenceError|RangeError|is not a function|of undefined/;

/**
 * Violations of GraphQL's response format (specification, section 7.1) and of the façade's own
 * rules for `extensions` . Empty for a correct response.
 */
export function faultsOfResponse(text: string): string[] {
  const response = parse(text);
  const parsed = responseSchema.safeParse(response);
  if (!parsed.success) return [`${z.prettifyError(parsed.error)} in ${text.slice(0, 200)}`];
  const { errors = [] } = parsed.data;
  // As it came, with members that a copy would lose, such as `__proto__`; the schema has found an
  // object.
  const { data } = response as { readonly data?: unknown };
  const faults = errors.flatMap((error) => faultsOfError(error, data));
  if (data === undefined && errors.length === 0) faults.push('neither data nor errors');
  const [exposed] = internals.exec(text) ?? [];
  return exposed === undefined ? faults : [...faults, `internals are exposed: ${exposed}`];
}

function faultsOfError({ path, locations }: z.infer<typeof errorSchema>, data: unknown): string[] {
  // Without data, an error may concern the whole operation: a condition at its root, or a limit.
  if (path === undefined) return data == null ? [] : ['an error of the request beside data'];
  const faults = locations === undefined ? ['a path without locations'] : [];
  if (data === undefined) return [...faults, 'a path without data'];
  return leadsToNull(data, path) ? faults : [...faults, `path ${path.join('.')} leads to no null`];
}

/** Whether the value at the path, or one above it, is null. */
function leadsToNull(data: unknown, path: readonly (string | number)[]): boolean {
  let value = data;
  for (const step of path) {
    if (value === null) return true;
    if (typeof value !== 'object' || !Object.hasOwn(value, step)) return false;
    value = Object.getOwnPropertyDescriptor(value, step)?.value;
  }
  return value === null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
