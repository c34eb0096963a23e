/**
 * What node:http hands to a request listener, as far as a stranger's types can tell it: the declarations of an embedder
 * without `@types/node` are then whole. Only what node:http has made itself can be given.
 */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly rawHeaders: readonly string[];
  readonly httpVersion: string;
  readonly complete: boolean;
}

export interface NodeResponse {
  readonly headersSent: boolean;
  readonly statusCode: number;
  readonly shouldKeepAlive: boolean;
  readonly writableEnded: boolean;
}
