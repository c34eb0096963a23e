import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PartnerError } from '../../src/partner/error.js';
import { getMedia } from '../../src/partner/media.js';
import { getOrganization } from '../../src/partner/organization.js';
import { getScreen } from '../../src/partner/screen.js';
import {
  createManualClient,
  openOperation,
  openTenants,
  type SentRequest,
  settle,
} from '../session/operation.js';
import { Choices } from '../tenant/choice.js';
import {
  codeOf,
  type ModelOptions,
  type OperationOptions,
  type Move,
  RequestModel,
  type Target,
  type View,
} from '../tenant/request-model.js';

/** Records of three endpoints, each with the scope that its endpoint needs. */
const targets: readonly Target[] = [
  { path: '/screens/1', scope: 'screens:read' },
  { path: '/media/1', scope: 'media:read' },
  { path: '/screens/2', scope: 'screens:read' },
  { path: '/organization', scope: undefined },
  { path: '/media/2', scope: 'media:read' },
  { path: '/screens/3', scope: 'screens:read' },
  { path: '/organization/2', scope: undefined },
  ...[4, 5, 6, 7].map((id) => ({ path: `/screens/${id}`, scope: 'screens:read' })),
];

function endpointOf(path: string) {
  if (path.startsWith('/organization')) return getOrganization;
  return path.startsWith('/media') ? getMedia : getScreen;
}

/** A move whose request, one that is open, is yet to be chosen. */
type Step =
  | (Extract<Move, { readonly kind: 'read' }> & {
      /** Whether promises run before the next step. */
      readonly isAlone: boolean;
    })
  | Extract<Move, { readonly kind: 'open' | 'leave' | 'advance' }>
  | { readonly kind: 'respond'; readonly nth: number }
  | { readonly kind: 'sendAgain'; readonly nth: number }
  | {
      readonly kind: 'fail';
      readonly nth: number;
      readonly status: number;
      readonly retryAfter: number | undefined;
    }
  | { readonly kind: 'arrive'; readonly nth: number; readonly bytes: number };

const kindOf = <K extends string>(kind: K) => fc.constant(kind);
const nth = fc.nat(30);

const operation = fc.record({
  credential: fc.nat(2),
  concurrency: fc.integer({ min: 1, max: 3 }),
  maxRequests: fc.constantFrom(1, 2, 250, 250),
  maxBytes: fc.constantFrom(0, 150, 600, 100_000, 100_000),
});

interface Mood {
  readonly statuses: readonly number[];
  /** Weights of steps, beside 14 for a read. */
  readonly weights: { readonly respond: number; readonly fail: number; readonly open: number };
  readonly milliseconds: readonly number[];
}

function stepsOf({ statuses, weights, milliseconds }: Mood): fc.Arbitrary<Step[]> {
  const read = { kind: kindOf('read'), operation: nth, target: fc.constantFrom(...targets) };
  const status = fc.constantFrom(...statuses);
  const retryAfter = fc.constantFrom(undefined, undefined, undefined, 1, 2, 60, 400);
  const fail = fc.record({ kind: kindOf('fail'), nth, status, retryAfter });
  const bytes = fc.constantFrom(1, 100, 500);
  const time = fc.record({
    kind: kindOf('advance'),
    milliseconds: fc.constantFrom(...milliseconds),
  });
  const step = fc.oneof(
    { weight: 14, arbitrary: fc.record({ ...read, isAlone: fc.boolean() }) },
    { weight: weights.respond, arbitrary: fc.record({ kind: kindOf('respond'), nth }) },
    { weight: weights.fail, arbitrary: fail },
    { weight: 1, arbitrary: fc.record({ kind: kindOf('arrive'), nth, bytes }) },
    { weight: 1, arbitrary: fc.record({ kind: kindOf('leave'), operation: nth }) },
    {
      weight: weights.open,
      arbitrary: fc.record({ kind: kindOf('open'), options: operation }),
    },
    { weight: 2, arbitrary: time },
    { weight: 1, arbitrary: fc.record({ kind: kindOf('sendAgain'), nth }) },
  );
  return fc.array(step, { minLength: 20, maxLength: 80, size: 'max' });
}

const ordinary: Mood = {
  statuses: [401, 403, 404, 429, 500, 503],
  weights: { respond: 4, fail: 3, open: 2 },
  milliseconds: [1, 499, 500, 501, 999, 1000, 2000, 30_000, 299_999, 300_000],
};

const steps = fc.oneof(
  { weight: 4, arbitrary: stepsOf(ordinary) },
  {
    weight: 3,
    arbitrary: stepsOf({
      statuses: [429, 429, 429, 500, 404],
      weights: { respond: 1, fail: 6, open: 8 },
      milliseconds: [999, 1000, 1000, 2000],
    }),
  },
  { weight: 1, arbitrary: stepsOf({ ...ordinary, statuses: [403] }) },
  { weight: 1, arbitrary: stepsOf({ ...ordinary, statuses: [401, 404] }) },
  {
    weight: 3,
    arbitrary: stepsOf({ ...ordinary, weights: { respond: 1, fail: 0, open: 2 } }),
  },
);

/** Two or three credentials, of which the last one is not accepted. */
const options: fc.Arbitrary<ModelOptions> = fc.record({
  slots: fc.constantFrom(1, 2, 3, 4, 5, 6, 16, 24),
  isAccepted: fc.constantFrom([true, false], [true, true, false]),
});

/** The operations that there are at first: some of each credential. */
const operations = fc.array(operation, { minLength: 4, maxLength: 9, size: 'max' });

/** The operations of the model, with the code that the model specifies behind them. */
async function openWorld({ slots, isAccepted }: ModelOptions): Promise<World> {
  const clock = { now: 0 };
  const { client, sent } = createManualClient();
  const tenantOf = openTenants(slots, () => clock.now);
  for (const [index, each] of isAccepted.entries()) {
    if (!each) continue;
    openOperation({ client, tenant: tenantOf(String(index)) }).read('/accepted');
    sent.at(-1)?.respond('record');
    await settle();
  }
  sent.splice(0);
  const open = ({ credential, concurrency, maxRequests, maxBytes }: OperationOptions) =>
    openOperation({
      ...{ client, tenant: tenantOf(String(credential)), credential: String(credential) },
      ...{ concurrency, limit: maxRequests, maxBytes },
    });
  return new World(clock, sent, open);
}

type OpenedOperation = ReturnType<typeof openOperation>;

/** Operations that take part at once. */
const maxRecent = 9;

class World {
  private readonly operations: OpenedOperation[] = [];
  private readonly secondAttempts: boolean[] = [];

  constructor(
    private readonly clock: { now: number },
    private readonly sent: readonly SentRequest[],
    private readonly open: (options: OperationOptions) => OpenedOperation,
  ) {}

  view(): View {
    const { sent, operations, secondAttempts } = this;
    return {
      sent: sent.map(({ sender, path }) => `${sender.credential} ${path}`),
      aborted: sent.map(({ aborted }) => aborted !== undefined),
      outcomes: operations.map(({ outcomes }) => outcomes.toSorted()),
      costs: operations.map(({ cost: { requests, shared } }) => ({ requests, shared })),
      fresh: operations.map(({ isFresh }) => isFresh()),
      secondAttempts: [...secondAttempts],
    };
  }

  /** The nth request that is open, modulo their number, by its index; undefined where none is. */
  nthOpen(nth: number): number | undefined {
    const open = this.sent.flatMap(({ isSettled }, index) => (isSettled ? [] : index));
    return open[nth % open.length];
  }

  /** One of the newest operations, by its index. */
  nthOperation(nth: number): number {
    const { length } = this.operations;
    return length - 1 - (nth % Math.min(length, maxRecent));
  }

  take(move: Move): void {
    if (move.kind === 'advance') this.clock.now += move.milliseconds;
    else if (move.kind === 'open') this.operations.push(this.open(move.options));
    else if (move.kind === 'leave') this.operations[move.operation]?.end('left');
    else if (move.kind === 'read')
      this.operations[move.operation]?.read(move.target.path, endpointOf(move.target.path));
    else this.takeAt(this.sent[move.request], move);
  }

  private takeAt(
    request: SentRequest | undefined,
    move: Extract<Move, { readonly request: number }>,
  ): void {
    if (request === undefined) return;
    if (move.kind === 'respond') request.respond(move.value);
    else if (move.kind === 'fail') request.fail(failureOf(move.status, move.retryAfter));
    else if (move.kind === 'arrive') request.bytesRead(move.bytes);
    else this.secondAttempts.push(request.sender.maySendAgain(endpointOf(request.path)));
  }
}

function failureOf(status: number, retryAfterSeconds: number | undefined): PartnerError {
  const facts = { status, retryAfterSeconds };
  return new PartnerError(codeOf(status), 'partnerV1_screen was refused.', facts);
}

/** The move that a step leads to; undefined where there is no open request to choose from. */
function moveOf(each: Step, world: World, credentials: number): Move | undefined {
  if (each.kind === 'advance') return each;
  if (each.kind === 'open') {
    const credential = each.options.credential % credentials;
    return { ...each, options: { ...each.options, credential } };
  }
  if (each.kind === 'leave' || each.kind === 'read')
    return { ...each, operation: world.nthOperation(each.operation) };
  const request = world.nthOpen(each.nth);
  if (request === undefined) return undefined;
  return each.kind === 'respond'
    ? { kind: 'respond', request, value: `record ${request}` }
    : { ...each, request };
}

/** A move, and what could be seen when all that it leads to had happened; undefined: not looked. */
interface Seen {
  readonly move: Move;
  readonly view: View | undefined;
}

/** Orders of what happens at once that are tried before the world is called wrong. */
const maxOrders = 500;

/** A story of moves, told to the model as it happens. */
class Story {
  private readonly past: Seen[] = [];
  private readonly choices = new Choices();
  private model: RequestModel;

  constructor(private readonly given: ModelOptions) {
    this.model = new RequestModel(given, this.choices);
  }

  /** Fails where the model has no order of things that explains what was seen. */
  add(seen: Seen): void {
    this.past.push(seen);
    this.model.take(seen.move);
    const said = this.model.view();
    if (seen.view === undefined || isDeepStrictEqual(seen.view, said)) return;
    if (!this.retell()) expect(seen.view).toEqual(said);
  }

  expectNoUnended(): void {
    expect(this.model.unended).toBe(0);
  }

  private retell(): boolean {
    for (let order = 0; order < maxOrders && this.choices.advance(); order += 1) {
      this.model = new RequestModel(this.given, this.choices);
      if (this.past.every((seen) => this.explains(seen))) return true;
    }
    return false;
  }

  private explains({ move, view }: Seen): boolean {
    this.model.take(move);
    return view === undefined || isDeepStrictEqual(view, this.model.view());
  }
}

it('in any order of steps: what is sent, aborted, shared and settled is what the model says', async () => {
  const property = fc.asyncProperty(options, operations, steps, async (given, opened, taken) => {
    const world = await openWorld(given);
    const story = new Story(given);
    const take = async (move: Move, isAlone: boolean): Promise<void> => {
      world.take(move);
      if (isAlone) await settle();
      story.add({ move, view: isAlone ? world.view() : undefined });
    };
    const first = opened.map((each): Step => ({ kind: 'open', options: each }));
    for (const each of [...first, ...taken]) {
      const move = moveOf(each, world, given.isAccepted.length);
      if (move !== undefined) await take(move, each.kind !== 'read' || each.isAlone);
    }
    await take({ kind: 'advance', milliseconds: 1 }, true);
    for (let request = world.nthOpen(0); request !== undefined; request = world.nthOpen(0))
      await take({ kind: 'respond', request, value: 'last record' }, true);
    story.expectNoUnended();
  });
  await fc.assert(property, { seed: 20_261_128, numRuns: 250 });
});
