/** Assertions for the tests; Deno's standard library would be a dependency for three functions. */

/** Assert deep equality. */
export function assertEquals(actual: unknown, expected: unknown, message = ""): void {
  const [one, other] = [Deno.inspect(actual, INSPECT), Deno.inspect(expected, INSPECT)];
  if (one !== other) throw new Error(`${message}\n  is:        ${one}\n  should be: ${other}`);
}

const INSPECT: Deno.InspectOptions = { depth: 20, iterableLimit: 10_000, sorted: true };

/** Assert a condition. */
export function assert(condition: unknown, message = "assertion failed"): asserts condition {
  if (!condition) throw new Error(message);
}

/** Assert that a function throws an error whose message contains a text. */
export function assertThrows(run: () => unknown, text: string): void {
  try {
    run();
  } catch (error) {
    assert(error instanceof Error && error.message.includes(text), `another error: ${error}`);
    return;
  }
  throw new Error(`no error, though ${text} was expected`);
}
