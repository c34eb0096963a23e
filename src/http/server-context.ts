/** What the runtime may pass beside the request; node:http passes its own request. */
export interface ServerContext {
  readonly req?: { readonly rawHeaders: readonly string[]; readonly url?: string | undefined };
  /** Id of the request in the log, in the response and upstream. */
  readonly requestId?: string;
}
