import type { CodeBlock } from './markdown.js';

/** An operation of the README as HTTP sends it. */
export interface Example {
  readonly heading: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The answer that stands behind it. */
  readonly answer: Readonly<Record<string, unknown>>;
}

/** The operations with an answer right behind them: blocks of GraphQL, and of shell that begin with `curl`. */
export function examplesOf(blocks: readonly CodeBlock[]): readonly Example[] {
  return blocks.flatMap((block) => {
    const isOperation = block.language === 'graphql' || block.text.startsWith('curl ');
    if (!isOperation || block.next?.language !== 'json') return [];
    // Every answer of GraphQL is an object.
    const answer = JSON.parse(block.next.text) as Example['answer'];
    return [{ heading: block.heading, answer, ...requestOf(block) }];
  });
}

function requestOf({ language, text, told }: CodeBlock): Pick<Example, 'headers' | 'body'> {
  if (language === 'graphql') {
    const authorization = `Bearer ${told['credential'] ?? 'demo-everything-credential'}`;
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

/** What differs from run to run, and where an error stands in the text of the document. */
export function settled(value: unknown): unknown {
  const text = JSON.stringify(value, (key, member: unknown) => {
    if (key === 'locations' || key === 'milliseconds') return undefined;
    return key === 'requestId' ? 'req_…' : member;
  });
  return JSON.parse(text.replace(/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1'));
}
