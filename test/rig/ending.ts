/** What ends with the running test, and what came out of the façade by ways that the rig does not see itself. */
type Ending = () => Promise<void> | void;

const endings: Ending[] = [];
const outputs: Output[] = [];

export interface Output {
  readonly what: string;
  readonly text: string;
  /** Whose answer it is, where it is one. */
  readonly credential?: string | undefined;
}

/** Runs after the test and before its invariants are checked; the latest first. */
export const atEnd = (ending: Ending): void => void endings.unshift(ending);

/** Puts text before the search for the canary. */
export const searched = (output: Output): void => void outputs.push(output);

/** Ends everything and hands over what is to be searched. */
export async function endAll(): Promise<Output[]> {
  for (const ending of endings.splice(0)) await ending();
  return outputs.splice(0);
}
