import { extend } from '../base/extend.js';
import type { OperationResponse, OperationResult, WholeResponse } from '../operation/result.js';
import { type Body, textBody } from './body.js';
import type { MediaTypes } from './negotiation.js';
import { incrementalFramings, PartBody, streamHeaders } from './part-body.js';
import { headOf, type HttpResponse, type ResponseHead, toHttpResponse } from './response.js';

/** A body and what is sent before it. */
export type Content = readonly [body: Body, init: ResponseInit];

/**
 * Prints the responses of a kind that an extra brings, in the media types that a client accepts;
 * undefined for any other.
 */
export type Printer = (response: OperationResponse, types: MediaTypes) => Content | undefined;

/** Prints a response of any kind. @param printers those of the extras */
export function contentOf(
  response: OperationResponse,
  types: MediaTypes,
  printers: readonly Printer[],
): Content {
  for (const print of printers) {
    const content = print(response, types);
    if (content !== undefined) return content;
  }
  if (response.kind === 'parts') return partsContent(response, response.messages, types);
  if (response.kind === 'whole') return resultContent(response, types);
  throw new Error(`Nothing prints a response of the kind ${response.kind}.`);
}

export const wholeContent = ({ status, headers, beginning, body }: HttpResponse): Content => [
  typeof body === 'string' ? textBody(body, beginning) : body,
  { status, headers },
];

/** One result, as a part where the client accepts nothing else. */
function resultContent(response: WholeResponse, types: MediaTypes): Content {
  const { whole, incrementalSpec } = types;
  if (whole !== undefined) return wholeContent(toHttpResponse(response, whole));
  const { result } = response;
  const last = incrementalSpec === undefined ? result : extend(result, { hasNext: false });
  return partsContent({ http: response.http, errors: result.errors }, [last].values(), types);
}

function partsContent(
  head: ResponseHead,
  results: Iterator<OperationResult> | AsyncIterator<OperationResult>,
  types: MediaTypes,
): Content {
  const { parts = 'text/event-stream' } = types;
  const framing = incrementalFramings[parts];
  const jsonType =
    parts === 'text/event-stream' ? 'application/json' : 'application/graphql-response+json';
  const { status, headers } = headOf(head, jsonType);
  const type = framing.contentType + formatParameter(types);
  const init = { status, headers: { ...headers, ...streamHeaders, 'Content-Type': type } };
  return [new PartBody(results, framing), init];
}

/** Names the format of the parts as the client did. */
function formatParameter({ incrementalSpec, deferSpec }: MediaTypes): string {
  if (incrementalSpec !== undefined) return `; incrementalSpec=${incrementalSpec}`;
  return deferSpec === undefined ? '' : `; deferSpec=${deferSpec}`;
}
