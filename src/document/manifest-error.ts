/** What is wrong with a manifest; the message continues "must be" in one line. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError';

  /**
   * @param id of the document that cannot be served; undefined where the fault is the manifest's
   *   own
   */
  constructor(
    message: string,
    readonly id?: string,
  ) {
    super(message);
  }
}
