import type { CallToolResult } from '@modelcontextprotocol/server';
import { GraphQLError } from 'graphql';
import { isIncremental, type OperationResult } from '../operation/result.js';
import type { OperationRequest } from '../operation/operation-request.js';
import { badRequest } from '../operation/parameters.js';
import type { RunOperation } from '../operation/run-operation.js';
import { quote } from '../partner/quote.js';
import { boundResult } from './bound-result.js';
import type { Tool, ToolArguments } from './tool.js';
import { hasFailed, toContent } from './tool-result.js';

/** What of a request its HTTP request decides. */
export type Caller = Pick<OperationRequest, 'credential' | 'requestId' | 'client' | 'maxAge'>;

export interface ToolCall {
  readonly caller: Caller;
  readonly args: ToolArguments;
  /** Aborted when the client leaves or cancels. */
  readonly signal: AbortSignal;
}

/** Runs the operation of a tool as `/graphql` runs it, and bounds its result. */
export async function callTool(
  tool: Tool,
  { caller, args, signal }: ToolCall,
  run: RunOperation,
  maxBytes: number,
): Promise<CallToolResult> {
  const result = await runOrRefuse(() => {
    signal.throwIfAborted();
    return run({
      ...caller,
      ...tool.request(checkNames(tool, args)),
      incremental: undefined,
      onLeave(callback) {
        signal.addEventListener('abort', callback, { once: true });
        return () => signal.removeEventListener('abort', callback);
      },
    });
  });
  const content = toContent(result);
  const { content: structuredContent, text } = boundResult(content, maxBytes);
  return {
    content: [{ type: 'text', text }],
    structuredContent: { ...structuredContent },
    isError: hasFailed(content),
  };
}

async function runOrRefuse(run: () => ReturnType<RunOperation>): Promise<OperationResult> {
  try {
    const result = await run();
    if (!isIncremental(result)) return result;
    await result.return?.();
    return { errors: [badRequest('A tool has one result: send a query instead of a subscription.')] };
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] };
    throw error;
  }
}

/** GraphQL ignores unknown variables; a model that misspells one must hear of it. */
function checkNames({ inputSchema: { properties } }: Tool, args: ToolArguments): ToolArguments {
  const unknown = Object.keys(args).find((name) => !Object.hasOwn(properties, name));
  if (unknown === undefined) return args;
  const names = Object.keys(properties).join(', ');
  const known = names === '' ? 'The tool has none.' : `The tool has: ${names}.`;
  throw badRequest(`There is no argument ${quote(unknown, 64)}. ${known}`);
}
