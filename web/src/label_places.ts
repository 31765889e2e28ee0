// Where the labels of marks go: beside them, and not on top of each other.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Labelled {
  x: number;
  y: number;
  /** Of its text. */
  width: number;
}

export interface Place extends Box {
  anchor: "start" | "end" | "middle";
}

const HEIGHT = 14;
const MARK = 7;

export function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Right, left, above and below of the mark, then the same further away. */
function proposals({ x, y, width }: Labelled): Place[] {
  const places: Place[] = [];
  for (const away of [0, 1, 2, 3, 4, 5]) {
    const lift = away * HEIGHT;
    for (const dy of away === 0 ? [0] : [-lift, lift]) {
      places.push({ anchor: "start", x: x + MARK + 4, y: y - HEIGHT / 2 + dy, width, height: HEIGHT });
      places.push({ anchor: "end", x: x - MARK - 4 - width, y: y - HEIGHT / 2 + dy, width, height: HEIGHT });
    }
    places.push({ anchor: "middle", x: x - width / 2, y: y - MARK - HEIGHT - 1 - lift, width, height: HEIGHT });
    places.push({ anchor: "middle", x: x - width / 2, y: y + MARK + 1 + lift, width, height: HEIGHT });
  }
  return places;
}

/** One place per label, the first of its proposals that is inside the frame and free; null: there is no room. */
export function label_places(labels: readonly Labelled[], taken: readonly Box[], frame: Box): (Place | null)[] {
  const occupied = [...taken];
  return labels.map((label) => {
    const inside = (p: Place) => p.x >= frame.x && p.x + p.width <= frame.x + frame.width && p.y >= frame.y && p.y + p.height <= frame.y + frame.height;
    const place = proposals(label).find((p) => inside(p) && !occupied.some((box) => overlap(p, box))) ?? null;
    if (place) occupied.push(place);
    return place;
  });
}
