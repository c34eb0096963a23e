import type { JSONObject } from '@modelcontextprotocol/server';
import type { OperationRequest } from '../operation/operation-request.js';

export type JsonSchema = JSONObject;

/** The schema of an object, as MCP wants it of arguments and of structured content. */
export interface ObjectSchema extends JSONObject {
  readonly type: 'object';
  readonly properties: Record<string, JsonSchema>;
}

/** What of a request a tool decides. */
export type ToolRequest = Pick<
  OperationRequest,
  'query' | 'isOwn' | 'operationName' | 'variables' | 'explain'
>;

export type ToolArguments = Readonly<Record<string, unknown>>;

/** A tool as it is listed, and the operation that it runs. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  /** @param args only members of the input schema */
  readonly request: (args: ToolArguments) => ToolRequest;
}
