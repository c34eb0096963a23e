/** A response as it is sent. */
export interface ServiceResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The contract shows no values of `error.code` (part "Errors"); these are ours. */
const codes: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthenticated',
  403: 'insufficient_scope',
  404: 'not_found',
  426: 'https_required',
  429: 'quota_exceeded',
};

interface RefusalExtras {
  readonly details?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error response with its envelope (contract, "Errors"). */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly status: number,
    message: string,
    { details, headers = {} }: RefusalExtras = {},
  ) {
    super(message);
    this.details = details;
    this.headers = headers;
  }
}

/** A 200 with a JSON body. */
export function jsonResponse(
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): ServiceResponse {
  return {
    status: 200,
    headers: { 'content-type': jsonType, ...headers },
    body: JSON.stringify(body),
  };
}

/** The response of a refusal; without `details` where there are none. */
export function errorResponse(refusal: Refusal, requestId: string): ServiceResponse {
  const otherCode = refusal.status < 500 ? 'refused' : 'service_failure';
  const error = {
    code: codes[refusal.status] ?? otherCode,
    message: refusal.message,
    requestId,
    ...(refusal.details && { details: refusal.details }),
  };
  return {
    status: refusal.status,
    headers: { 'content-type': jsonType, ...refusal.headers },
    body: JSON.stringify({ error }),
  };
}

const jsonType = 'application/json; charset=utf-8';
