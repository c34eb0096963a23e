export interface OperationOptions {
  /** `null` sends none. */
  readonly credential?: string | null | undefined;
  readonly variables?: object | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Of the request's JSON, beside the operation. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly url?: string;
}

/** A POST with an operation, by default to a façade's own handler. */
export function operationRequest(query: string, options: OperationOptions = {}): Request {
  const { credential, variables, headers, signal, members, url = 'http://facade.test' } = options;
  return new Request(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(credential != null && { authorization: `Bearer ${credential}` }),
      ...headers,
    },
    body: JSON.stringify({ query, variables, ...members }),
    ...(signal && { signal }),
  });
}
