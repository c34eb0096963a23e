/** A part of the page's script could not be loaded: no network, or a newer version has replaced it on the server. */
export class LoadError extends Error {
  override readonly name = 'LoadError';
}

/** @throws LoadError where the import fails */
export async function loaded<Module>(module: Promise<Module>): Promise<Module> {
  try {
    return await module;
  } catch (cause) {
    throw new LoadError('A part of the page cannot be loaded.', { cause });
  }
}
