/** An estimate of the house's time that is never behind it: a player must not see more time than
 * counts.
 *
 * The house writes its time into a reply somewhere between the request and the arrival of the
 * reply, so at the arrival it is at most that time plus the whole round trip. The estimate comes from
 * the shortest of the last round trips, and advances by a clock that nobody sets.
 */

const MAX_SAMPLES = 8;

/** The house's time minus the local clock is between `least` and `most`. */
interface Sample {
  readonly least: number;
  readonly most: number;
}

export class HouseClock {
  readonly #localTime: () => number;
  #samples: readonly Sample[] = []; // the latest last

  constructor(localTime: () => number = () => performance.now()) {
    this.#localTime = localTime;
  }

  /** A reply has just arrived: the house's time in it, and the time since its request. */
  addRoundTrip(houseTime: number, roundTripMs: number): void {
    const least = houseTime - this.#localTime();
    const sample = { least, most: least + roundTripMs };
    // Others contradict it if a clock was set, or the local one stood still while the device slept.
    const consistent = this.#samples.filter(({ least, most }) =>
      least <= sample.most && most >= sample.least
    );
    this.#samples = [...consistent, sample].slice(-MAX_SAMPLES);
  }

  /** A message that is no reply has just arrived. Returns whether the estimate was behind it, and is
   * uncertain until the next round trip. */
  addMessage(houseTime: number): boolean {
    const least = houseTime - this.#localTime();
    const best = this.#best;
    if (!best || best.most >= least) return false;
    this.#samples = [{ least, most: least + best.most - best.least }];
    return true;
  }

  /** The house's time in milliseconds since 1970; 0 before the first reply. */
  now(): number {
    const best = this.#best;
    return best ? this.#localTime() + best.most : 0;
  }

  get #best(): Sample | undefined {
    const roundTrip = ({ least, most }: Sample) => most - least;
    return this.#samples.reduce<Sample | undefined>(
      (best, one) => best && roundTrip(best) < roundTrip(one) ? best : one,
      undefined,
    );
  }
}
