import { classes } from "#web/ui/classes.ts";

const rows = [0, 1, 2, 3, 4];

/** A building at the water whose windows are lit, one column for each step that is done. */
export const OpeningDrawing = ({ lit }: { lit: readonly boolean[] }) => {
  const width = lit.length * 28 + 16;
  const left = 240 - width / 2;
  return (
    <svg
      viewBox="0 0 480 180"
      aria-hidden="true"
      className="mx-auto block w-full max-w-[480px] fill-none stroke-[1.5] stroke-line-2"
    >
      <path
        d={`M24 150h432M60 150v-46h38v46M104 150v-28h${left - 116}v28M${left + width + 12} 150v-36h40v36M${left + width + 60} 150v-22h34v22`}
      />
      <path d={`M${left} 150V26h${width}v124`} className="stroke-line-control" />
      <path d={`M${left + width / 2 - 22} 26v-10h44v10`} className="stroke-line-control" />
      {lit.map((isLit, column) =>
        rows.map((row) => (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- a window is its place
            key={`${column} ${row}`}
            x={left + 13 + column * 28}
            y={36 + row * 20}
            width="18"
            height="13"
            rx="1.5"
            className={classes("stroke-none", isLit ? "fill-lamp" : "fill-chart-2")}
          />
        )),
      )}
      <path d={`M${240 - 13} 150v-14h26v14`} className="stroke-line-control" />
      <path d="M40 162h64M150 168h90M280 162h56M366 168h70" strokeLinecap="round" />
    </svg>
  );
};
