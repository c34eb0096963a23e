/** One instruction of a Dockerfile. */
export interface Instruction {
  readonly name: string;
  /** What follows the name and its flags. */
  readonly text: string;
  /** `--from=build` and the like, without the dashes. */
  readonly flags: Readonly<Record<string, string>>;
}

/** A build stage: `FROM` and what follows it. */
export interface Stage {
  readonly name: string | undefined;
  readonly image: string;
  readonly instructions: readonly Instruction[];
}

/** Everything that Docker's reference lists, but for the deprecated MAINTAINER. */
const known = new Set(
  'ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL ONBUILD RUN SHELL STOPSIGNAL USER VOLUME WORKDIR'.split(
    ' ',
  ),
);

/**
 * Reads a Dockerfile into its stages, as far as this project's own one goes: comments, continued lines, flags.
 *
 * @throws Error for a line that is no instruction
 */
export function readDockerfile(text: string): { readonly head: readonly Instruction[]; stages: Stage[] } {
  const head: Instruction[] = [];
  const stages: { name: string | undefined; image: string; instructions: Instruction[] }[] = [];
  for (const line of linesOf(text)) {
    const instruction = readLine(line);
    if (instruction.name === 'FROM') {
      const [image = '', as, name] = instruction.text.split(/\s+/);
      stages.push({ image, name: as?.toUpperCase() === 'AS' ? name : undefined, instructions: [] });
    } else (stages.at(-1)?.instructions ?? head).push(instruction);
  }
  return { head, stages };
}

/** Comment lines are left out before lines are continued, also in between. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => !/^\s*(?:#|$)/.test(line))
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n');

function readLine(line: string): Instruction {
  const [, name = '', rest = ''] = /^([A-Z]+)\s+(.+)$/.exec(line) ?? [];
  if (!known.has(name)) throw new Error(`No instruction: ${line}`);
  const flags: Record<string, string> = {};
  const text = rest.replace(/^(?:--([a-z-]+)=(\S+)\s+)+/, (all) => {
    for (const [, flag = '', value = ''] of all.matchAll(/--([a-z-]+)=(\S+)/g)) flags[flag] = value;
    return '';
  });
  return { name, text, flags };
}

/** The words of an exec form, `["node", "dist/main.js"]`; throws for a shell form. */
export const execForm = (text: string): readonly string[] =>
  // A JSON list of strings is the exec form's definition.
  JSON.parse(text.replace(/^CMD\s+/, '')) as readonly string[];
