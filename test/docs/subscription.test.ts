import { describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../rig/wait.js';
import { hours, startLive } from '../system/live/service.js';
import { readEvent, type SeenEvent } from '../system/live/watching.js';
import { codeBlocks, read } from './markdown.js';

const blocks = codeBlocks(read('docs/clients.md')).filter(
  ({ heading, language }) => heading === 'Subscriptions' && language === 'ts',
);
const isOf = (name: string) => (block: (typeof blocks)[number]) => block.text.includes(`from '${name}'`);

/** What the programs of the page import. */
const modules: Readonly<Record<string, () => Promise<object>>> = {
  'partner-graphql/client': () => import('../../src/client/index.js'),
  'graphql-sse': () => import('graphql-sse'),
  '@urql/core': () => import('@urql/core'),
  '@apollo/client': () => import('@apollo/client'),
  'relay-runtime': () => import('relay-runtime'),
};

/** Runs a program of the page with these names in its scope. */
async function run(text: string, scope: Readonly<Record<string, unknown>>, result: string): Promise<unknown> {
  const imported: Record<string, object> = {};
  for (const [, name = ''] of text.matchAll(/from '([^']+)'/g))
    imported[name] = (await modules[name]?.()) ?? {};
  const body = text.replace(/^import (\{[^}]*\}) from ('[^']+');$/gm, 'const $1 = imported[$2];');
  const names = ['imported', ...Object.keys(scope)];
  // The constructor of async functions has no name of its own; it takes names and a body.
  const AsyncFunction = run.constructor as new (
    ...texts: readonly string[]
  ) => (...values: readonly unknown[]) => Promise<unknown>;
  return new AsyncFunction(...names, `${body}\nreturn ${result};`)(imported, ...Object.values(scope));
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
