/** A short rain of the winners' signs; none where nothing is to move. */

import { paced } from "../scene/motion.ts";
import { seatSign } from "../scene/shapes.ts";
import { moves } from "../settings.ts";

const PIECES = 42;

/** Celebrate some seats. */
export function celebrate(seats: readonly number[]): void {
  const around = document.querySelector(".table");
  if (!around || !seats.length || !moves()) return;
  const sky = document.createElement("div");
  sky.className = "celebration";
  sky.setAttribute("aria-hidden", "true");
  around.append(sky);
  const falls = Array.from({ length: PIECES }, (_, i) => fall(sky, seats[i % seats.length] ?? 0));
  void Promise.allSettled(falls.map((one) => one.finished)).then(() => sky.remove());
}

/** One sign that turns while it falls. */
function fall(sky: HTMLElement, seat: number): Animation {
  const sign = seatSign(seat);
  sky.append(sign);
  const x = Math.random() * sky.clientWidth;
  const drift = (Math.random() - 0.5) * 160;
  const size = 0.6 + Math.random() * 0.9;
  const turn = (Math.random() - 0.5) * 1080;
  return sign.animate(
    [
      { transform: `translate(${x}px, -30px) scale(${size})`, opacity: 1 },
      { opacity: 1, offset: 0.8 },
      {
        transform: `translate(${
          x + drift
        }px, ${sky.clientHeight}px) scale(${size}) rotate(${turn}deg)`,
        opacity: 0,
      },
    ],
    {
      duration: paced(1600 + Math.random() * 1400),
      delay: paced(Math.random() * 700),
      easing: "cubic-bezier(.3,.2,.6,1)",
      fill: "both",
    },
  );
}
