/** A request over a connection that is kept, and the response that it must get. */
export interface KeptRequest {
  /** What is sent, in as many packets. */
  readonly parts: readonly string[];
  /** Undefined for a client that leaves without waiting. */
  readonly status: number | undefined;
  readonly isHead?: boolean;
  /** Whether the connection ends after the response. */
  readonly isLast?: boolean;
}

const json = 'Content-Type: application/json\r\n';
const credential = 'Authorization: Bearer demo-everything-credential\r\n';
const plain = json + credential;
const operation = '{"query":"{ __typename }"}';
const large = JSON.stringify({ query: '{ __typename }', ignored: 'x'.repeat(90_000) });
const tooLarge = JSON.stringify({ query: '{ __typename }', ignored: 'x'.repeat(400_000) });

const start = (line: string, headers: string): string =>
  `${line} HTTP/1.1\r\nHost: localhost\r\n${headers}`;

function send(line: string, headers: string, body: string): string {
  return `${start(line, headers)}Content-Length: ${body.length}\r\n\r\n${body}`;
}

const inChunks = (line: string, headers: string, body: string): string =>
  `${start(line, headers)}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

const whole = (status: number, text: string, more: Partial<KeptRequest> = {}): KeptRequest => ({
  parts: [text],
  status,
  ...more,
});

/** The same request, whose body comes a little after its head. */
const inTwo = (status: number, text: string, more: Partial<KeptRequest> = {}): KeptRequest => ({
  parts: [text.slice(0, 300), text.slice(300)],
  status,
  ...more,
});

const ownPage = `${json}Sec-Fetch-Site: same-origin\r\nX-Dashboard-Token: x\r\n`;
const notAccepted = `${plain}Accept: text/plain\r\n`;
const malformed = 'GET / HTTP/1.1\r\nHost: localhost\r\nNo colon\r\n\r\n';
const left = start('POST /graphql', plain);

/** Requests of clients that are well, mistaken, large, slow, and gone. */
export const keptRequests: Readonly<Record<string, KeptRequest>> = {
  ok: whole(200, send('POST /graphql', plain, operation)),
  okByYoga: whole(200, send('POST /graphql', `${plain}Origin: https://a.example\r\n`, operation)),
  okLarge: whole(200, send('POST /graphql', plain, large)),
  okInTwo: inTwo(200, send('POST /graphql', plain, large)),
  okInChunks: inTwo(200, inChunks('POST /graphql', plain, operation)),
  okExpected: inTwo(200, send('POST /graphql', `${plain}Expect: 100-continue\r\n`, large)),
  get: whole(200, start('GET /graphql?query=%7B__typename%7D', credential) + '\r\n'),
  getWithBody: whole(200, send('GET /health/live', json, large)),
  head: whole(200, start('HEAD /health/live', '') + '\r\n', { isHead: true }),
  preflight: whole(204, start('OPTIONS /graphql', 'Origin: https://a.example\r\n') + '\r\n'),
  notJson: whole(400, send('POST /graphql', plain, '{')),
  notJsonByYoga: whole(400, send('POST /graphql', `${plain}Origin: https://a.example\r\n`, '{')),
  badHost: inTwo(400, send('POST /graphql', plain, large).replace('localhost', '[')),
  noCredential: whole(401, send('POST /graphql', json, '{"query":"{ organization { id } }"}')),
  otherPage: inTwo(403, send('POST /dashboard/graphql', json, large)),
  nothing: whole(404, start('GET /nothing', '') + '\r\n'),
  nothingLarge: inTwo(404, send('POST /nothing', json, tooLarge)),
  method: inTwo(405, send('PUT /graphql', plain, large)),
  methodOfHealth: inTwo(405, send('DELETE /health/live', json, tooLarge)),
  notAccepted: whole(406, send('POST /graphql', notAccepted, operation)),
  notAcceptedLarge: inTwo(406, send('POST /graphql', notAccepted, tooLarge)),
  notAcceptedInChunks: whole(406, inChunks('POST /graphql', notAccepted, large)),
  mediaType: inTwo(415, send('POST /graphql', `${credential}Content-Type: text/plain\r\n`, large)),
  coding: whole(415, send('POST /mcp', `${plain}Content-Encoding: gzip\r\n`, large)),
  expectation: whole(417, send('POST /graphql', `${plain}Expect: x\r\n`, operation)),
  signIn: inTwo(400, send('POST /dashboard/session', ownPage, tooLarge)),
  signInInChunks: inTwo(400, inChunks('POST /dashboard/session', ownPage, tooLarge)),
  tooLarge: inTwo(413, send('POST /graphql', plain, tooLarge), { isLast: true }),
  tooLargeInChunks: inTwo(413, inChunks('POST /graphql', plain, tooLarge), { isLast: true }),
  tooLargeForAgents: whole(413, send('POST /mcp', plain, tooLarge), { isLast: true }),
  closed: inTwo(406, send('POST /graphql', `${notAccepted}Connection: close\r\n`, tooLarge), {
    isLast: true,
  }),
  malformed: inTwo(400, malformed + tooLarge, { isLast: true }),
  malformedChunk: whole(400, `${left}Transfer-Encoding: chunked\r\n\r\nx\r\n`, { isLast: true }),
  longHead: inTwo(431, `GET / HTTP/1.1\r\nX: ${tooLarge}`, { isLast: true }),
  connect: whole(405, 'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n', { isLast: true }),
  gone: { parts: [`${left}Content-Length: 99\r\n\r\n{`], status: undefined, isLast: true },
};
