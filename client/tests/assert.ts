/** What the tests need to say; the standard library of Deno would be a dependency for two functions. */

/** Both are the same, all the way down. */
export function assertEquals(actual: unknown, expected: unknown, message = ""): void {
  const [one, other] = [Deno.inspect(actual, INSPECT), Deno.inspect(expected, INSPECT)];
  if (one !== other) throw new Error(`${message}\n  is:        ${one}\n  should be: ${other}`);
}

const INSPECT: Deno.InspectOptions = { depth: 20, iterableLimit: 10_000, sorted: true };

/** It is so. */
export function assert(isSo: unknown, message = "it is not so"): asserts isSo {
  if (!isSo) throw new Error(message);
}

/** It is refused, with a message that has these words. */
export function assertThrows(deed: () => unknown, words: string): void {
  try {
    deed();
  } catch (error) {
    assert(error instanceof Error && error.message.includes(words), `another refusal: ${error}`);
    return;
  }
  throw new Error(`nothing was refused, though ${words} was expected`);
}
