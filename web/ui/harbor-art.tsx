const step = 26;
const ground = 620;
/** A window pane of 16 by 14 with rounded corners, drawn from the left end of its top edge. */
const pane = "h12q2 0 2 2v10q0 2-2 2h-12q-2 0-2-2v-10q0-2 2-2z";

/** Lit windows follow a fixed pattern, so that the image never changes. */
const isLit = (building: number, row: number, column: number) =>
  (building * 7 + row * 13 + column * 29 + row * column * 5) % 11 < 3;

const buildings = [
  { x: 30, top: 330, columns: 4, rows: 9, tone: 0.1 },
  { x: 158, top: 190, columns: 5, rows: 14, tone: 0.16 },
  { x: 318, top: 270, columns: 4, rows: 11, tone: 0.12 },
  { x: 446, top: 120, columns: 4, rows: 17, tone: 0.2 },
  { x: 574, top: 300, columns: 5, rows: 10, tone: 0.11 },
].map((shape, building) => ({ ...shape, ...drawWindows(shape, building) }));

/** Returns the lit and the dark windows of a building, each as one path. */
function drawWindows(
  { x, top, columns, rows }: Record<"x" | "top" | "columns" | "rows", number>,
  building: number,
) {
  const paths = { lit: "", dark: "" };
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      paths[isLit(building, row, column) ? "lit" : "dark"] +=
        `M${x + 12 + column * step} ${top + 16 + row * step}${pane}`;
  return paths;
}

/** The image next to the sign-in form: office buildings by the water, in lines and lights. */
export function HarborArt() {
  return (
    <svg
      viewBox="0 0 740 760"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className="absolute inset-0 size-full text-white"
    >
      {buildings.map(({ x, top, columns, tone, lit, dark }) => (
        <g key={x}>
          <rect
            x={x}
            y={top}
            width={columns * step + 10}
            height={ground - top}
            rx="4"
            fill="currentColor"
            opacity={tone * 0.55}
          />
          <path d={lit} fill="#ffd9a0" opacity="0.75" />
          <path d={dark} fill="currentColor" opacity={tone} />
        </g>
      ))}
      <rect y={ground} width="740" height="2" fill="currentColor" opacity="0.35" />
      {Array.from({ length: 7 }, (_, line) => (
        <path
          // oxlint-disable-next-line react/no-array-index-key -- a wave is its place
          key={line}
          d={`M${-20 + (line % 2) * 30} ${ground + 20 + line * 17}q20-6 40 0t40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0 40 0`}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          opacity={0.22 - line * 0.025}
        />
      ))}
    </svg>
  );
}
