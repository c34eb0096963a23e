import { type FileRequest, findExportedList } from './exported-list.js';
import { isIncremental, type OperationResponse } from './incremental.js';
import type { Run, Runtime } from './runtime.js';

/**
 * Runs an operation for a client that wants its list as a file. A file is whole or there is none, so the first error ends the
 * operation.
 *
 * @param runChecked runs it as for any client
 * @throws GraphQLError BAD_USER_INPUT where it has no such list
 */
export async function runForFile(
  runtime: Runtime,
  { request, operation, errorBehavior: asked, observation, report }: Run,
  file: FileRequest,
  runChecked: (runtime: Runtime, run: Run) => OperationResponse | Promise<OperationResponse>,
): Promise<OperationResponse> {
  const exported = findExportedList(runtime.schema, operation, request.variables ?? {}, file);
  // graphql-js knows one behavior.
  const errorBehavior = exported !== undefined && runtime.isPlanned ? 'HALT' : asked;
  const run: Run = { request, operation, errorBehavior, observation, report, exported };
  const response = await runChecked(runtime, run);
  if (isIncremental(response)) return response;
  const { errors, data, extensions } = response;
  return {
    ...(errors && { errors }),
    ...(data !== undefined && { data }),
    ...(extensions && { extensions }),
    ...{ file: exported ?? 'json' },
  };
}
