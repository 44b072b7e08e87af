import { classes } from "#web/ui/classes.ts";
import { formatFileType } from "./format.ts";

interface FileTypeTileProps {
  mediaType: string;
  /** `paper` is a sheet of paper for cards. `row` is small enough for list rows. */
  shape?: "square" | "paper" | "row";
}

const shapes = {
  square: "size-10 rounded-control",
  paper: "h-16 w-12.5 rounded-badge shadow-xs ring-1 ring-line ring-inset",
  row: "h-6.5 w-11 rounded-[5px] max-sm:h-7.5",
} as const;

/** An icon for the file type. */
export function FileTypeTile({ mediaType, shape = "square" }: FileTypeTileProps) {
  const kind = formatFileType(mediaType);
  return (
    <span
      aria-hidden="true"
      className={classes(
        "inline-flex shrink-0 items-center justify-center font-semibold text-xs tracking-tight",
        shapes[shape],
        kind === "PDF"
          ? "bg-red-soft text-red-text"
          : kind.startsWith("XLS")
            ? "bg-green-soft text-green-text"
            : "bg-blue-soft text-blue-text",
      )}
    >
      {kind}
    </span>
  );
}
