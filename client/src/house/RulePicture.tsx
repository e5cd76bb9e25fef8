/** A picture of the rules: a scene without input, drawn as soon as it comes near the screen. */

import { useEffect, useRef } from "preact/hooks";
import { type AreaLook, type Art, loadArt } from "../scene/look.ts";
import { NO_HIGHLIGHTS, SceneView } from "../scene/SceneView.ts";
import type { Area, RulePicture as Picture, Scene } from "../wire/types.ts";
import { say } from "../words.ts";

const NEAR = "300px 0px"; // how far outside the screen a picture is drawn
const ROWS_RATIO = 4 / 3; // width / height without a board
const BESIDE_SHARE = 0.28; // of the height of a board, for the areas around it
const MAX_NAMED = 12; // things that a screen reader names

interface RulePictureProps {
  readonly game: string;
  readonly picture: Picture;
}

export function RulePicture({ game, picture }: RulePictureProps) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    let view: SceneView | null = null;
    let isGone = false;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      void loadArt(game).then((art) => {
        if (!isGone) view = drawPicture(element, picture, art);
      });
    }, { rootMargin: NEAR });
    observer.observe(element);
    return () => {
      isGone = true;
      observer.disconnect();
      view?.close();
    };
  }, [game, picture]);
  return (
    <div
      class={`rule-picture game-${game}`}
      role="img"
      aria-label={say("rules.picture", { things: thingsIn(picture).join("; ") })}
      style={{ "--ratio": ratioOf(picture.scene) }}
    >
      <div ref={root} inert />
    </div>
  );
}

function drawPicture(root: HTMLElement, { scene, point }: Picture, art: Art): SceneView {
  const view = new SceneView(root, null);
  const context = { art: arranged(art, scene), seats: [], you: -1, facts: [] };
  view.show(scene, context, { ...NO_HIGHLIGHTS, pointed: new Set(point) });
  return view;
}

function boardOf({ areas }: Scene): Area | undefined {
  return areas.find((area) => area.size[0] > 0);
}

/** Without a board, all areas are in the centre, side by side. */
function arranged(art: Art, scene: Scene): Art {
  if (boardOf(scene)) return art;
  const areas = Object.entries(art.look.areas ?? {}).map(([id, { tall: _, ...look }]) => {
    const centred: AreaLook = { ...look, place: "centre" };
    return [id, centred] as const;
  });
  return { ...art, look: { ...art.look, areas: Object.fromEntries(areas) } };
}

/** The width of a picture divided by its height. */
function ratioOf(scene: Scene): number {
  const board = boardOf(scene);
  if (!board) return ROWS_RATIO;
  const [columns, rows] = board.size;
  return columns / (rows * (scene.areas.length > 1 ? 1 + BESIDE_SHARE : 1));
}

/** What a picture shows, in words: what is framed, else the pieces. */
function thingsIn({ scene: { areas, pieces }, point }: Picture): string[] {
  const framed = [...pieces, ...areas].filter(({ id }) => point.includes(id));
  const things = framed.length ? framed : pieces.filter(({ place }) => !place);
  return things.slice(0, MAX_NAMED).map(({ label }) => label);
}
