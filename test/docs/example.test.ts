import { describe, expect, it, onTestFinished } from 'vitest';
import { connectSocket } from '../system/http-client.js';
import { startSystem } from '../system/test-system.js';
import { type CodeBlock, codeBlocks, pages, read } from './markdown.js';
import { readerOf } from '../rig/event-stream.js';
import { until } from '../rig/wait.js';
import { hours, readEvent, type SeenEvent, startLive } from '../system/live/service.js';

/** An operation of a page as HTTP sends it. */
interface Example {
  readonly heading: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The response that the page shows right after it. */
  readonly response: Readonly<Record<string, unknown>>;
}

/**
 * The operations with a response right after them: blocks of GraphQL, and of shell that begin with
 * `curl`.
 */
function examplesOf(blocks: readonly CodeBlock[]): readonly Example[] {
  return blocks.flatMap((block) => {
    const isOperation = block.language === 'graphql' || block.text.startsWith('curl ');
    if (!isOperation || block.next?.language !== 'json') return [];
    // Every response of GraphQL is an object.
    const response = JSON.parse(block.next.text) as Example['response'];
    return [{ heading: block.heading, response, ...requestOf(block) }];
  });
}

/** The request of a block of GraphQL, or of the `curl` of a block of shell. */
function requestOf({ language, text, options }: CodeBlock): Pick<Example, 'headers' | 'body'> {
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
function normalize(value: unknown): unknown {
  const text = JSON.stringify(value, (key, member: unknown) => {
    if (key === 'locations' || key === 'milliseconds') return undefined;
    return key === 'requestId' ? 'req_…' : member;
  });
  return JSON.parse(text.replace(/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1'));
}

const examples = pages.flatMap(({ path, text }) =>
  examplesOf(codeBlocks(text)).map((example) => ({ path, ...example })),
);

describe('the operations of the pages', () => {
  it('are found, with their responses', () => {
    expect(examples.map(({ path, heading }) => `${path} ${heading}`)).toEqual([
      'README.md Start',
      'docs/cost.md What an operation cost',
      'docs/cost.md What an operation would cost',
      'docs/errors.md Errors',
      'docs/find.md Filter',
      'docs/find.md Order',
      'docs/pagination.md Pagination',
    ]);
  });

  it.each(examples)('$path, $heading: the response is the one on the page', async (example) => {
    const { facade } = await startSystem();
    const { headers, body } = example;
    const response = await facade.fetch(
      new Request('http://facade.test/graphql', { method: 'POST', headers, body }),
    );
    const { extensions, ...result } = (await response.json()) as Readonly<Record<string, unknown>>;
    // A page may leave out `extensions`, and nothing else.
    const shown = 'extensions' in example.response ? { ...result, extensions } : result;
    expect(normalize(shown)).toEqual(normalize(example.response));
  });
});

/** The lines, the JSON of `data` without what differs from run to run. */
const linesOf = (text: string): readonly unknown[] =>
  text
    .split('\n')
    .map((line) => (line.startsWith('data: ') ? normalize(JSON.parse(line.slice(6))) : line));

it('docs/live.md shows what its command prints', async () => {
  const { url } = await connectSocket();
  const command = codeBlocks(read('docs/live.md')).find(({ text }) => text.startsWith('curl -sN '));
  if (command === undefined) throw new Error('The page has no command.');
  const response = await fetch(`${url}/graphql`, { method: 'POST', ...requestOf(command) });
  expect(response.status).toBe(200);
  const text = await readerOf(response).until('}\n\n');
  expect(linesOf(text.trim())).toEqual(linesOf((command.next?.text ?? '').trim()));
});

const blocks = codeBlocks(read('docs/clients.md')).filter(
  ({ heading, language }) => heading === 'Subscriptions' && language === 'ts',
);
const isOf = (name: string) => (block: (typeof blocks)[number]) =>
  block.text.includes(`from '${name}'`);

/** What the programs of the page import. */
const modules: Readonly<Record<string, () => Promise<object>>> = {
  'partner-graphql/client': () => import('../../src/client/index.js'),
  'graphql-sse': () => import('graphql-sse'),
  '@urql/core': () => import('@urql/core'),
  '@apollo/client': () => import('@apollo/client'),
  './cache.js': () => import('../../examples/apollo/src/cache.js'),
  'relay-runtime': () => import('relay-runtime'),
};

/** Runs a program of the page with these names in its scope. */
async function run(
  text: string,
  scope: Readonly<Record<string, unknown>>,
  result: string,
): Promise<unknown> {
  const imported: Record<string, object> = {};
  for (const [, name = ''] of text.matchAll(/from '([^']+)'/g))
    imported[name] = (await modules[name]?.()) ?? {};
  const body = text.replace(/^import (\{[^}]*\}) from ('[^']+');$/gm, 'const $1 = imported[$2];');
  const names = ['imported', ...Object.keys(scope)];
  // The constructor of async functions has no name of its own; it takes names and a body.
  const AsyncFunction = run.constructor as new (
    ...texts: readonly string[]
  ) => (...values: readonly unknown[]) => Promise<unknown>;
  return new AsyncFunction(...names, `${body}\nreturn ${result};`)(
    imported,
    ...Object.values(scope),
  );
}

describe('the subscriptions of docs/clients.md', () => {
  it.each([
    ['partner-graphql/client', 'undefined'],
    ['graphql-sse', 'leave'],
    ['@urql/core', 'leave'],
    ['@apollo/client', 'leave'],
    [
      'relay-runtime',
      `(() => {
        const parameters = { operationKind: 'subscription', name: 'Hours', text: query, metadata: {} };
        const subscription = network.execute(parameters, {}, {}).subscribe({ next: show });
        return () => subscription.unsubscribe();
      })()`,
    ],
  ])('%s shows each event, and leaves', async (name, leave) => {
    const service = await startLive();
    const events: SeenEvent[] = [];
    const leaving = new AbortController();
    const left = run(
      blocks.find(isOf(name))?.text ?? '',
      {
        url: service.endpoint,
        headers: { authorization: `Bearer ${service.credential}` },
        query: hours,
        show: (event: unknown) => void events.push(readEvent(event)),
        report: () => undefined,
        sendQuery: () => undefined,
        onState: () => undefined,
        signal: leaving.signal,
      },
      leave,
    );
    onTestFinished(() => leaving.abort());
    await until('the first event', () => events.length > 0);
    service.change();
    await until('the second event', () => events.length > 1);
    expect(events[1]?.on).not.toEqual(events[0]?.on);
    leaving.abort();
    // Each program returns how to leave, or has left.
    ((await left) as (() => void) | undefined)?.();
    await service.untilStreams(0);
  });

  it('are all run', () => {
    // The first block holds the names.
    expect(blocks).toHaveLength(6);
  });
});
