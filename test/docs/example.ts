import type { CodeBlock } from './markdown.js';

/** An operation of a page as HTTP sends it. */
export interface Example {
  readonly heading: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The response that the page shows right after it. */
  readonly response: Readonly<Record<string, unknown>>;
}

/** The operations with a response right after them: blocks of GraphQL, and of shell that begin with `curl`. */
export function examplesOf(blocks: readonly CodeBlock[]): readonly Example[] {
  return blocks.flatMap((block) => {
    const isOperation = block.language === 'graphql' || block.text.startsWith('curl ');
    if (!isOperation || block.next?.language !== 'json') return [];
    // Every response of GraphQL is an object.
    const response = JSON.parse(block.next.text) as Example['response'];
    return [{ heading: block.heading, response, ...requestOf(block) }];
  });
}

/** The request of a block of GraphQL, or of the `curl` of a block of shell. */
export function requestOf({ language, text, options }: CodeBlock): Pick<Example, 'headers' | 'body'> {
  if (language === 'graphql') {
    const authorization = `Bearer ${options['credential'] ?? 'demo-everything-credential'}`;
    return {
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ query: text }),
    };
  }
  const headers = [...text.matchAll(/-H '([\w-]+): ([^']*)'/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  );
  const body = /-d '([^']*)'/.exec(text)?.[1];
  if (body === undefined) throw new Error(`The command sends no body: ${text}`);
  return { headers: Object.fromEntries(headers), body };
}

/** Removes what differs from run to run, and the locations of errors in the document. */
export function normalize(value: unknown): unknown {
  const text = JSON.stringify(value, (key, member: unknown) => {
    if (key === 'locations' || key === 'milliseconds') return undefined;
    return key === 'requestId' ? 'req_…' : member;
  });
  return JSON.parse(text.replace(/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1'));
}
