import { classes } from "#web/ui/classes.ts";
import { formatFileType } from "./format.ts";

/** An icon for the file type. The text next to it says the same. */
export function FileTypeTile({ mediaType }: { mediaType: string }) {
  const kind = formatFileType(mediaType);
  return (
    <span
      aria-hidden="true"
      className={classes(
        "inline-flex size-10 shrink-0 items-center justify-center rounded-control font-semibold text-[0.6875rem] tracking-tight",
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
