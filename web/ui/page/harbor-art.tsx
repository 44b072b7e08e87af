import { classes } from "#web/ui/classes.ts";

/** The windows of a building. */
interface Grid {
  x: number;
  y: number;
  columns: number;
  rows: number;
  step: number;
  size: number;
}
const grids: readonly Grid[] = [
  { x: 356, y: 196, columns: 7, rows: 13, step: 31, size: 21 },
  { x: 129, y: 424, columns: 6, rows: 5, step: 32, size: 20 },
  { x: 604, y: 452, columns: 7, rows: 4, step: 32, size: 21 },
];

/**
 * The delays of the groups of windows, which light up one after another. Classes, because style attributes in
 * the HTML are blocked.
 */
const delays = [
  "",
  "[animation-delay:0.14s]",
  "[animation-delay:0.28s]",
  "[animation-delay:0.42s]",
  "[animation-delay:0.56s]",
  "[animation-delay:0.7s]",
];
const groupCount = delays.length;

/** Returns a window's group, or null for a dark window. The pattern is fixed, so the image never changes. */
const getGroup = (grid: number, row: number, column: number): number | null => {
  const seed = (grid * 7 + row * 13 + column * 29 + row * column * 5) % 11;
  return seed < 4 ? (seed * 5 + row + column) % groupCount : null;
};

/** Draws the dark windows as one path, and the lit windows as a path for each group. */
function drawWindows() {
  const lit = Array.from({ length: groupCount }, () => "");
  let dark = "";
  for (const [index, { x, y, columns, rows, step, size }] of grids.entries())
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1) {
        const pane = `M${x + column * step} ${y + row * (step - 2)}h${size}v${size - 3}h-${size}z`;
        const group = getGroup(index, row, column);
        if (group === null) dark += pane;
        else lit[group] += pane;
      }
  return { lit, dark };
}
const windows = drawWindows();

/** A part of the far skyline, repeated to both sides. */
const skyline =
  "M0 660V540h60v-34h54v52h70v-80h50v42h60v-66h64v90h80v-56h70v30h90v-70h60v50h70v-92h56v66h80v-40h60v88h76v142z";
const shops =
  "M118 604h88v40h-88zM220 604h88v40h-88zM400 598h54v46h-54zM466 598h54v46h-54zM602 604h70v40h-70zM684 604h70v40h-70zM766 604h70v40h-70z";
const awnings =
  "M112 592h100l-5 15h-90zM214 592h100l-5 15h-90zM596 592h82l-5 15h-72zM678 592h82l-5 15h-72zM760 592h82l-5 15h-72z";
const waves =
  "M-80 690h130M110 672h170M330 704h220M610 676h130M790 696h160M60 740h110M420 756h180M700 748h110";
/** The reflections of the shop and entrance lights on the water. */
const reflections = "M162 662v64M264 662v44M427 662v92M493 662v92M637 662v50M719 662v74M801 662v50";

/** Office buildings by the water at dusk. The windows light up once, when the page opens. */
export const HarborArt = ({ className }: { className: string }) => (
  <svg
    viewBox="0 0 880 800"
    preserveAspectRatio="xMidYMax slice"
    aria-hidden="true"
    className={classes("absolute", className)}
  >
    <defs>
      <linearGradient id="dusk" x2="0" y2="1">
        <stop offset="0.15" stopColor="var(--dusk)" />
        <stop offset="0.62" stopColor="var(--dusk-2)" />
        <stop offset="0.8" stopColor="var(--dusk-glow)" />
      </linearGradient>
      <pattern id="skyline" x="50" width="900" height="800" patternUnits="userSpaceOnUse">
        <path d={skyline} fill="var(--dusk-far)" />
      </pattern>
    </defs>
    <path d="M-12000-400h24880v1060h-24880z" fill="url(#dusk)" />
    <path d="M-12000 0h24880v660h-24880z" fill="url(#skyline)" />
    <path d="M112 404h214v240H112zM586 432h250v212H586z" fill="var(--dusk-wing)" />
    <path d="M334 172h252v472H334zM392 144h110v28H392zM96 592h752v52H96z" fill="var(--dusk-wall)" />
    <path d={windows.dark} fill="var(--dusk-pane)" />
    {windows.lit.map((panes, group) => (
      <path
        // oxlint-disable-next-line react/no-array-index-key -- a group is identified by its index
        key={group}
        d={panes}
        fill="var(--dusk-light)"
        className={classes("animate-light-up", delays[group])}
      />
    ))}
    <path d={shops} fill="var(--dusk-light)" />
    <path d={awnings} fill="var(--dusk-awning)" />
    <path d="M-12000 644h24880v12h-24880z" fill="var(--dusk-wall)" />
    <path d="M-12000 656h24880v400h-24880z" fill="var(--dusk-water)" />
    <path
      d={reflections}
      stroke="var(--dusk-light)"
      strokeOpacity="0.3"
      strokeWidth="46"
      strokeDasharray="4 8"
    />
    <path d={waves} stroke="var(--dusk-glow)" strokeOpacity="0.4" strokeWidth="2" strokeLinecap="round" />
    <path d="M690 716h64l-10 15h-44z" fill="var(--dusk-wall)" />
    <path d="M720 712v-56l30 52zM714 712v-44l-20 40z" fill="var(--on-harbor-soft)" />
  </svg>
);
