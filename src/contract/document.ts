import { readFile } from 'node:fs/promises';
import { CommandError } from '../command/command-line.js';

/** A JSON object whose members are not known yet. */
type Json = Readonly<Record<string, unknown>>;

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value in a document, with its address. */
export class JsonNode {
  constructor(
    readonly value: unknown,
    /** JSON pointer as a fragment: `#/paths/~1api…`. */
    readonly pointer = '#',
    /** The document that its references refer to. */
    private readonly document = value,
  ) {}

  get root(): JsonNode {
    return new JsonNode(this.document);
  }

  /** The object at the node; empty for any other value, so that its members read as absent. */
  get object(): Json {
    return isJson(this.value) ? this.value : {};
  }

  get elements(): readonly JsonNode[] {
    return Array.isArray(this.value) ? this.value.map((_element, index) => this.child(index)) : [];
  }

  get members(): readonly (readonly [name: string, node: JsonNode])[] {
    return Object.keys(this.object).map((name) => [name, this.child(name)]);
  }

  /** The node behind a path of member names and array indices; its value is undefined where there is none. */
  child(...path: readonly (string | number)[]): JsonNode {
    return path.reduce<JsonNode>((node, name) => {
      const step = String(name).replaceAll('~', '~0').replaceAll('/', '~1');
      return new JsonNode(memberOf(node.value, name), `${node.pointer}/${step}`, this.document);
    }, this);
  }

  /**
   * The node that a reference leads to; the node itself where it is no reference.
   *
   * @param maxHops references that lead to references; a longer chain is a circle
   * @throws CommandError for a reference to another document, to a missing value, or in a circle
   */
  dereference(from = this.pointer, maxHops = 20): JsonNode {
    const { $ref: reference } = this.object;
    if (typeof reference !== 'string') return this;
    if (maxHops === 0) throw new CommandError(`The document has circular references at ${from}.`);
    if (!reference.startsWith('#'))
      throw new CommandError(`The document refers to another document at ${this.pointer}: "${reference}".`);
    const target = this.root.child(...reference.split('/').slice(1).map(unescape));
    if (target.value === undefined)
      throw new CommandError(`The document refers to a missing value at ${this.pointer}: "${reference}".`);
    return target.dereference(from, maxHops - 1);
  }
}

function memberOf(holder: unknown, name: string | number): unknown {
  if (Array.isArray(holder)) return holder[Number(name)];
  return isJson(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined;
}

function unescape(step: string): string {
  const text = step.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Milliseconds for the whole document. Our choice: a command that waits longer looks hung. */
const timeoutMs = 10_000;

/**
 * The parsed document at an address.
 *
 * @param credential a bearer credential; sent only over HTTPS or to this machine
 * @throws CommandError with the address and the reason in one line; never with the credential
 */
export async function readFromUrl(url: URL, credential?: string): Promise<unknown> {
  if (credential !== undefined) checkCredential(url, credential);
  const request = fetch(url, {
    headers: {
      accept: 'application/json',
      ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
    },
    // Another address may serve the document of another service.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const response = await request.catch(fail(url.href, (reason) => `the request failed (${reason})`));
  const { status } = response;
  if (status !== 200) throw unreadable(url.href, `HTTP ${status}${advice(status)}`);
  const cutOff = (reason: string): string => `the response was cut off (${reason})`;
  return parseDocument(await response.text().catch(fail(url.href, cutOff)), url.href);
}

/** @throws CommandError with the path and the reason in one line */
export async function readFromFile(path: string): Promise<unknown> {
  return parseDocument(await readFile(path, 'utf8').catch(fail(path)), path);
}

const fail =
  (from: string, what = (reason: string) => reason) =>
  (error: unknown): never => {
    throw unreadable(from, what(reasonOf(error)));
  };

function checkCredential({ protocol, hostname, href }: URL, credential: string): void {
  if (!/^[\x21-\x7e]+$/.test(credential))
    throw new CommandError('The credential must be visible ASCII without white space.');
  if (protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)) return;
  throw new CommandError(`${href} is not HTTPS, so the credential was not sent.`);
}

const unreadable = (from: string, reason: string): CommandError =>
  new CommandError(`${from} could not be read: ${reason}.`);

function advice(status: number): string {
  if (status === 401)
    return ': the credential is missing or invalid; name its variable with --credential-env';
  if (status === 403) return ': the credential lacks permission to read it';
  if (status === 404) return ': the document does not exist; check the base URL';
  if (status === 426) return ': HTTPS is required';
  return status >= 300 && status < 400 ? ': redirects are not followed' : '';
}

/** `fetch` reports the reason in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no response within ${timeoutMs / 1000} seconds`;
  const { cause } = error;
  if (typeof cause === 'object' && cause !== null && 'code' in cause) return String(cause.code);
  return 'code' in error ? String(error.code) : error.message;
}

function parseDocument(text: string, from: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(from, 'it is not JSON');
  }
}
