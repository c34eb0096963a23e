import { unavailable } from '../../document/parameters.js';

/**
 * Sign-ins at once, and in a row, with credentials that nobody has checked; an office of people
 * signs in at once.
 */
const maxGuesses = 20;

/**
 * Milliseconds after which one more may fail: whoever guesses spends 20 REST requests a minute, and
 * no more.
 */
const refillMs = 3000;

/**
 * How many sign-ins with unknown credentials may fail. It counts for the process: what names a
 * client can be invented, and behind a proxy all clients have one address. One that succeeds does
 * not count, so people who know their credential sign in as often as they like, unless somebody is
 * guessing; then those whose credential is in use here already still do.
 */
export class GuessLimit {
  private failed = 0;
  private refilledAt: number;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.refilledAt = now();
  }

  /**
   * @throws GraphQLError: 503 with `Retry-After` where too many have failed, or are being checked
   */
  take(): void {
    const elapsed = Math.floor((this.now() - this.refilledAt) / refillMs);
    this.refilledAt += elapsed * refillMs;
    this.failed = Math.max(0, this.failed - elapsed);
    if (this.failed >= maxGuesses) {
      const waitMs = this.refilledAt + refillMs - this.now();
      throw tooManyGuesses(Math.ceil(waitMs / 1000));
    }
    this.failed += 1;
  }

  /** The credential is accepted. */
  giveBack(): void {
    this.failed = Math.max(0, this.failed - 1);
  }
}

const tooManyGuesses = (seconds: number) =>
  unavailable(
    `Too many credentials that the Partner API does not know were tried here. Try again in ${seconds} s.`,
    seconds,
  );
