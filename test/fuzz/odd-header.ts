import { credentials, stranger } from '../rig/credential.js';
import { words } from './draw.js';

/** A header line. */
export type Line = readonly [name: string, value: string];

const json = 'application/json';
const graphql = 'application/graphql-response+json';
export const commonAccepts = [[json], ['*/*'], [graphql], [], [`${graphql}, ${json};q=0.9`]];

/** Values that plain requests do not have. */
export const oddLines: Readonly<Record<string, readonly string[]>> = {
  Host: ['a b', 'a/b', 'u@a', '', '[::1]:80', 'facade.test:80', 'a,b', '\u00e4', 'facade.test'],
  'Content-Type': [
    ...words(
      'application/json;charset=latin1 APPLICATION/JSON application/jsonx text/plain application/graphql x',
    ),
    ...words(`application/x-www-form-urlencoded ${graphql}`),
    ...[
      '',
      'application/json; charset=utf-8',
      'application/json ;x=1',
      'application/json, text/plain',
    ],
    'multipart/form-data; boundary=x',
  ],
  Authorization: [
    ...[
      `bearer  ${credentials.alpha.playback}`,
      `Bearer ${credentials.alpha.none}`,
      `Bearer ${stranger}`,
    ],
    ...['Bearer', 'Basic eDp5', `Bearer ${'x'.repeat(9000)}`, 'Bearer a b', 'Bearer \u00ff', ''],
  ],
  Accept: [
    ...words(
      '*/*;q=0 text/plain text/html , application/* null * multipart/mixed text/event-stream text/*',
    ),
    ...[`${json};q=0.5, ${graphql}`, `${json};q=0, */*`, `${json};q=0`, '', `*/*, ${graphql}`],
    ...[
      'APPLICATION/JSON',
      `${json}; charset=latin1`,
      `${graphql}; charset="UTF-8"`,
      `${json};q=x`,
    ],
    ...[`multipart/mixed;deferSpec=20220824, ${json}`, `multipart/mixed;q=0, ${json}`],
    `text/html, ${json};q=0.1`,
  ],
  'X-Request-Id': [
    'a b',
    '<x>',
    'x'.repeat(129),
    'another-id',
    credentials.alpha.everything,
    '\u00e4',
  ],
  'Content-Encoding': ['gzip', 'identity', '', 'br, gzip', 'Identity', 'identity, identity', 'x'],
  'X-Upstream-Explain': ['plan', 'PLAN ', 'nonsense', '', 'plan, plan'],
  Origin: ['https://listed.example', 'https://elsewhere.example', 'null', ''],
};

/** Header lines that plain requests do not have. */
export const otherLines: readonly Line[] = [
  ['Expect', '100-continue'],
  ['Expect', 'the-unexpected'],
  ['Cookie', 'authorization=Bearer x'],
  ['X-Forwarded-Proto', 'https'],
  ['X-HTTP-Method-Override', 'GET'],
  ['Upgrade', 'websocket'],
  ['Accept-Encoding', 'gzip'],
  ['If-None-Match', '*'],
  ['Range', 'bytes=0-1'],
  ['TE', 'trailers'],
  ['traceparent', '00-11111111111111111111111111111111-2222222222222222-01'],
  ['X-Forwarded-For', '10.0.0.1'],
  ['Cache-Control', 'max-age=60'],
  ['Apollo-Require-Preflight', '1'],
  ['__proto__', 'x'],
  ['constructor', 'x'],
  ['X-Odd', '\u00e4\u00ff'],
];

/** The header lines of a plain request. */
export const usualLines: readonly (readonly [string, readonly string[]])[] = [
  ['Host', ['facade.test']],
  ['Content-Type', [json]],
  ['Authorization', [`Bearer ${credentials.alpha.everything}`]],
  ['Accept', [json]],
  ['X-Request-Id', ['the-same-request']],
  ['Content-Encoding', []],
  ['X-Upstream-Explain', []],
  ['Origin', []],
  ['Connection', ['close']],
];
