import { PartnerError } from '../../src/partner/error.js';
import { getScreen } from '../../src/partner/screen.js';
import { CoolDown, type Wait } from '../../src/tenant/cool-down.js';

/** A wait on its way from one replica to the others, which have the same virtual time. */
export interface SentWait extends Wait {
  readonly endsAt: number;
}

/** The cool-down of one credential at one replica: the façade's own. */
export interface Gate {
  /** Whether a request may be sent now. */
  allows(): boolean;
  /** A response has come, with what a 429 names. */
  responded(isAccepted: boolean, retryAfterSeconds: number | undefined): void;
  /** Another replica has announced a wait. */
  note(wait: SentWait): void;
  /** When clients may come again; undefined where the upstream has named no time. */
  retryAt(): number | undefined;
}

/** MAX_COOL_DOWN_SECONDS. */
const maxSeconds = 300;

/** @param announce undefined where nothing is shared */
export function createGate(
  now: () => number,
  announce: ((wait: SentWait) => void) | undefined,
): Gate {
  const coolDown = new CoolDown(now, maxSeconds, (wait, leftMs) =>
    announce?.({ ...wait, endsAt: now() + leftMs }),
  );
  const refusalNow = (): PartnerError | undefined => coolDown.refusalOf(getScreen);
  return {
    allows: () => refusalNow() === undefined,
    responded(isAccepted, retryAfterSeconds) {
      if (isAccepted) coolDown.noteResponse();
      else coolDown.refused(refusal(retryAfterSeconds));
    },
    note: ({ endsAt, ...wait }) => coolDown.hear(wait, endsAt - now()),
    retryAt() {
      const seconds = refusalNow()?.facts.retryAfterSeconds;
      return seconds === undefined ? undefined : now() + seconds * 1000;
    },
  };
}

const refusal = (retryAfterSeconds: number | undefined): PartnerError =>
  new PartnerError('RATE_LIMITED', 'partnerV1_screen is out of quota (HTTP 429).', {
    retryAfterSeconds,
  });
