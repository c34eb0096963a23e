type Ending = () => Promise<void> | void;

const endings: Ending[] = [];
const outputs: Output[] = [];

export interface Output {
  readonly what: string;
  readonly text: string;
  /** The credential of a response. */
  readonly credential?: string | undefined;
}

/** Runs after the test and before the check of its invariants; the latest first. */
export const atEnd = (ending: Ending): void => void endings.unshift(ending);

/** Adds output to the search for the canary. */
export const searched = (output: Output): void => void outputs.push(output);

/** Runs all endings, and returns the output to search. */
export async function endAll(): Promise<Output[]> {
  for (const ending of endings.splice(0)) await ending();
  return outputs.splice(0);
}
