/** A short rain of the winners' badges; none with reduced motion. */

import { atAnimationSpeed } from "../scene/motion.ts";
import { seatBadge } from "../scene/shapes.ts";
import { isMotionEnabled } from "../settings.ts";

const BADGE_COUNT = 42;

/** Celebrate some seats. */
export function celebrate(seats: readonly number[], count = BADGE_COUNT): void {
  const table = document.querySelector(".table");
  if (!table || !seats.length || !isMotionEnabled()) return;
  const overlay = document.createElement("div");
  overlay.className = "celebration";
  overlay.setAttribute("aria-hidden", "true");
  table.append(overlay);
  const animations = Array.from(
    { length: count },
    (_, i) => fall(overlay, seats[i % seats.length] ?? 0),
  );
  void Promise.allSettled(animations.map(({ finished }) => finished)).then(() => overlay.remove());
}

/** Animate one falling badge. */
function fall(overlay: HTMLElement, seat: number): Animation {
  const badge = seatBadge(seat);
  overlay.append(badge);
  const x = Math.random() * overlay.clientWidth;
  const drift = (Math.random() - 0.5) * 160;
  const size = 0.6 + Math.random() * 0.9;
  const turn = (Math.random() - 0.5) * 1080;
  return badge.animate(
    [
      { transform: `translate(${x}px, -30px) scale(${size})`, opacity: 1 },
      { opacity: 1, offset: 0.8 },
      {
        transform: `translate(${
          x + drift
        }px, ${overlay.clientHeight}px) scale(${size}) rotate(${turn}deg)`,
        opacity: 0,
      },
    ],
    {
      duration: atAnimationSpeed(1600 + Math.random() * 1400),
      delay: atAnimationSpeed(Math.random() * 700),
      easing: "cubic-bezier(.3,.2,.6,1)",
      fill: "both",
    },
  );
}
