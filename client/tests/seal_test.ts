import { assertEquals, assertThrows } from "./assert.ts";
import { verifyLuck } from "../src/replay/verification.ts";
import { commitmentOf, fromHex, keyMessage, keyOf, SealedDice, toHex } from "../src/replay/seal.ts";

// The worked example of docs/sealed-luck.md, read from there.
const DOCUMENT = await Deno.readTextFile(new URL("../../docs/sealed-luck.md", import.meta.url));
const RECORD = JSON.parse(fenced("json")[0] ?? "");
const LINES = fenced("draws").join("").trim().split("\n").map((line) => line.split(/\s{2,}/));

function fenced(kind: string): string[] {
  return Array.from(
    DOCUMENT.matchAll(new RegExp("```" + kind + "\n(.*?)```", "gs")),
    ([, text]) => {
      return text ?? "";
    },
  );
}

function documented(name: string): string {
  return DOCUMENT.match(new RegExp(`^    ${name} +([0-9a-f]{64})$`, "m"))?.[1] ?? "";
}

/** The draws of the example as the server sends them. */
function outcomes() {
  const draws = LINES.map(([place = "", , bound = "", number = ""]) => {
    const [event = 0] = place.split(":").map(Number);
    return { event, draw: [Number(bound.slice(6, -1)), Number(number)] as const };
  });
  return RECORD.events.map(([, text]: [number, string], event: number) => ({
    event,
    text,
    draws: draws.filter((one) => one.event === event).map((one) => one.draw),
  }));
}

const SEEN = { commitment: RECORD.seal.commitment, early: true, nonces: ["7=7"] };

async function verdicts(record = RECORD, draws = outcomes(), seen?: typeof SEEN) {
  return (await verifyLuck(record, draws, seen)).map(({ key }) => key.slice("luck.".length));
}

Deno.test("commitment and key are those of the documentation", async () => {
  assertEquals(await commitmentOf(RECORD.seal.seed), documented("commitment"));
  assertEquals(keyMessage(RECORD), fenced("key")[0]);
  assertEquals(toHex(await keyOf(RECORD)), documented("key"));
});

Deno.test("every documented draw is reproduced, with the rejected ones", async () => {
  const dice = await SealedDice.of(RECORD);
  assertEquals(LINES.length > 14, true);
  for (const [place = "", , bound = "", number = ""] of LINES) {
    const [event = 0, draw = 0] = place.split(":").map(Number);
    if (number === "again") continue;
    assertEquals(await dice.below(Number(bound.slice(6, -1)), event, draw), parseInt(number));
  }
});

Deno.test("a seed has 64 digits", () => {
  assertThrows(() => fromHex("00"), "64 digits");
  assertThrows(() => fromHex("G".repeat(64)), "64 digits");
});

Deno.test("a game as it was sealed passes", async () => {
  assertEquals(await verdicts(RECORD, outcomes(), SEEN), [
    "seed.matches",
    "commitment.same",
    "nonce.included",
    "draws.match",
  ]);
});

Deno.test("what this browser does not know is unchecked", async () => {
  assertEquals((await verdicts()).slice(1, 3), ["commitment.unseen", "nonce.none"]);
  const late = { ...SEEN, early: false };
  assertEquals((await verdicts(RECORD, outcomes(), late))[1], "commitment.late");
});

Deno.test("another seed, commitment, nonce, number or outcome is detected", async () => {
  const seed = "1" + RECORD.seal.seed.slice(1);
  const other = { ...RECORD, seal: { ...RECORD.seal, seed } };
  assertEquals(await verdicts(other, outcomes(), SEEN), [
    "seed.differs",
    "commitment.same",
    "nonce.included",
    "draws.differ",
  ]);
  const commitment = await commitmentOf(seed);
  const consistent = { ...RECORD, seal: { ...RECORD.seal, seed, commitment } };
  assertEquals((await verdicts(consistent, outcomes(), SEEN))[1], "commitment.differs");
  const without = { ...RECORD, seal: { ...RECORD.seal, nonces: ["correct horse", "", ""] } };
  assertEquals((await verdicts(without, outcomes(), SEEN))[2], "nonce.missing");
  const [first, ...rest] = outcomes();
  const drawn = [{ ...first, draws: [[4, 1]] }, ...rest];
  assertEquals((await verdicts(RECORD, drawn))[3], "draws.differ");
  assertEquals((await verdicts(RECORD, rest))[3], "draws.differ");
  const altered = { ...RECORD, events: [[-1, "absent blue"], ...RECORD.events.slice(1)] };
  assertEquals((await verdicts(altered))[3], "draws.differ");
});
