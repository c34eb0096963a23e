import type { Case } from '../case.js';
import type { UpstreamMode } from '../mode.js';
import { pickNames } from '../option.js';
import { cheapestRatio, measureVariants } from '../variant/measure.js';
import { buildWithout } from './build.js';
import { defaultModes, type Mechanism, mechanisms } from './mechanism.js';

export interface MechanismOptions {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly cases: readonly Case[];
  /** Undefined: the modes where a mechanism matters. */
  readonly upstream: readonly UpstreamMode[] | undefined;
  /** Names of mechanisms; undefined for all. */
  readonly only: readonly string[] | undefined;
  /** Path of the Node.js that runs the façade. */
  readonly node: string;
}

/** What the façade needs without a mechanism, against what it needs with all of them. */
export interface MechanismResult {
  readonly mechanism: Mechanism;
  readonly mode: UpstreamMode;
  readonly credentials: number;
  /** By the name of the case: processor time of a query, as a multiple. */
  readonly ratios: ReadonlyMap<string, number>;
}

const credentialCounts = [1, 64];

/** The façade with all mechanisms and those without one of them run side by side. */
export async function measureMechanisms(
  options: MechanismOptions,
  progress: (text: string) => void,
): Promise<readonly MechanismResult[]> {
  const names = mechanisms.map(({ name }) => name);
  const picked =
    options.only === undefined ? names : pickNames('--only', options.only.join(','), names);
  const wanted = mechanisms.filter(({ name }) => picked.includes(name));
  const needed = new Set(wanted.flatMap(({ modes: own = defaultModes }) => own));
  const modes = [...needed].filter((mode) => options.upstream?.includes(mode) ?? true);
  const results: MechanismResult[] = [];
  for (const mode of modes) {
    const compared = wanted.filter(({ modes: own = defaultModes }) => own.includes(mode));
    results.push(...(await compareIn(mode, compared, options, progress)));
  }
  return results;
}

async function compareIn(
  mode: UpstreamMode,
  compared: readonly Mechanism[],
  { node, ...options }: MechanismOptions,
  progress: (text: string) => void,
): Promise<readonly MechanismResult[]> {
  const without = compared.map((mechanism) => {
    const { name, settings = {} } = mechanism;
    return { name, node, settings, build: buildWithout(mechanism) };
  });
  const variants = [{ name: 'all', node }, ...without];
  const shared = { ...options, variants, starts: 1, modes: [mode], credentialCounts };
  const measured = await measureVariants(shared, (text) => progress(`mechanisms: ${text}`));
  return credentialCounts.flatMap((credentials) => {
    const own = measured.filter((each) => each.credentials === credentials);
    return compared.map((mechanism, index) => {
      const ratios = own.map(({ case: { name }, costs: [base = [], ...others] }) => {
        return [name, cheapestRatio(others[index] ?? [], base)] as const;
      });
      return { mechanism, mode, credentials, ratios: new Map(ratios) };
    });
  });
}
