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
