/**
 * Violations of GraphQL's response format (specification, section 7.1) and of the façade's own rules for `extensions`
 * (runtime interface). Empty for a correct response.
 */
export function faultsOfResponse(text: string): string[] {
  const response = parse(text);
  if (!isRecord(response)) return [`not a JSON object: ${text.slice(0, 200)}`];
  const faults = unknownMembers(response, ['data', 'errors', 'extensions'], 'the response');
  const { data, errors, extensions } = response;
  if (data === undefined && errors === undefined) faults.push('neither data nor errors');
  if (data !== undefined && data !== null && !isRecord(data)) faults.push('data is no object');
  if ('errors' in response) faults.push(...faultsOfErrors(errors, data));
  if ('extensions' in response) faults.push(...faultsOfExtensions(extensions));
  const internals =
    /node_modules|\\n +at |TypeError|ReferenceError|RangeError|is not a function|of undefined/;
  if (internals.test(text)) faults.push(`internals are exposed: ${internals.exec(text)?.[0] ?? ''}`);
  return faults;
}

function faultsOfErrors(errors: unknown, data: unknown): string[] {
  if (!Array.isArray(errors) || errors.length === 0) return ['errors is no list with entries'];
  return errors.flatMap((error: unknown, index) =>
    (isRecord(error) ? faultsOfError(error, data) : ['it is no object']).map(
      (fault) => `errors.${index}: ${fault}`,
    ),
  );
}

function faultsOfError(error: Readonly<Record<string, unknown>>, data: unknown): string[] {
  const { message, locations, path, extensions } = error;
  const faults = unknownMembers(error, ['message', 'locations', 'path', 'extensions'], 'it');
  if (typeof message !== 'string' || message === '') faults.push('no message');
  if ('locations' in error && !isListOf(locations, isLocation)) faults.push('locations are malformed');
  if ('path' in error) {
    if (!isListOf(path, isStep)) faults.push('path is malformed');
    else if (data === undefined) faults.push('a path without data');
    else if (!leadsToNull(data, path)) faults.push(`path ${path.join('.')} leads to no null`);
    if (!('locations' in error)) faults.push('a path without locations');
    // Without data, an error may concern the whole operation: a condition at its root, or a limit.
  } else if (data != null) faults.push('an error of the request beside data');
  return isRecord(extensions) ? [...faults, ...faultsOfCode(extensions)] : [...faults, 'no extensions'];
}

/** `ErrorCode` and `ErrorExtensions` of the public interface, repeated by hand. */
const codes: readonly unknown[] = [
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_LIMIT_EXCEEDED',
  'BAD_USER_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'HTTPS_REQUIRED',
  'RATE_LIMITED',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_INVALID_RESPONSE',
  'UPSTREAM_BUDGET_EXCEEDED',
  'INTERNAL_SERVER_ERROR',
  // From Apollo's protocol for persisted queries.
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
];

const typesOfExtensions: Readonly<Record<string, string>> = {
  code: 'string',
  status: 'number',
  operation: 'string',
  requiredScope: 'string',
  requestId: 'string',
  upstreamCode: 'string',
  details: 'object',
  retryAfterSeconds: 'number',
};

function faultsOfCode(extensions: Readonly<Record<string, unknown>>): string[] {
  const faults = unknownMembers(extensions, Object.keys(typesOfExtensions), 'extensions');
  if (!codes.includes(extensions['code'])) faults.push(`code ${String(extensions['code'])}`);
  if (extensions['code'] === 'INTERNAL_SERVER_ERROR') faults.push('an internal error');
  for (const [name, value] of Object.entries(extensions))
    if (typeof value !== typesOfExtensions[name])
      faults.push(`extensions.${name} is of type ${typeof value}`);
  return faults;
}

function faultsOfExtensions(extensions: unknown): string[] {
  if (!isRecord(extensions)) return ['extensions is no object'];
  const faults = unknownMembers(extensions, ['upstream'], 'extensions');
  const { upstream } = extensions;
  if (!isRecord(upstream)) return [...faults, 'extensions without upstream'];
  const { requests, limit } = upstream;
  const isCost = Number.isInteger(requests) && Number(requests) >= 0 && Number(requests) <= Number(limit);
  return isCost ? faults : [...faults, `the cost is ${JSON.stringify(upstream)}`];
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

function unknownMembers(record: object, known: readonly string[], what: string): string[] {
  return Object.keys(record)
    .filter((name) => !known.includes(name))
    .map((name) => `${what} has the member ${name}`);
}

const isListOf = <T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] =>
  Array.isArray(value) && value.length > 0 && value.every(isItem);

const isStep = (step: unknown): step is string | number =>
  typeof step === 'string' || (Number.isInteger(step) && Number(step) >= 0);

const isLocation = (value: unknown): value is object =>
  isRecord(value) && Object.keys(value).length === 2 && isPlace(value['line']) && isPlace(value['column']);

const isPlace = (value: unknown): boolean => Number.isInteger(value) && Number(value) > 0;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
