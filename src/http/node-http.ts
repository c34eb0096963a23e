/**
 * What node:http passes to a request listener, in types of our own: an embedder may have no `@types/node`. Only objects
 * that node:http has made are accepted.
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
