/** What the runtime may hand over beside the request; node:http gives its own request. */
export interface ServerContext {
  readonly req?: { readonly rawHeaders: readonly string[]; readonly url?: string | undefined };
  /** Id of the request, in the log, in the answer and upstream. */
  readonly requestId?: string;
}
