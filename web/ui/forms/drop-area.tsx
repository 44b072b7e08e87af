import type { ReactNode } from "react";
import { classes } from "#web/ui/classes.ts";
import { useFileDrop } from "./use-file-drop.ts";

interface DropAreaProps {
  /** The ids of the elements with the label and the description. */
  labelledBy: string;
  describedBy: string;
  /** The file types the browser offers. Dropped files can have any type. */
  accept: string;
  onFiles: (files: readonly File[]) => void;
  isMultiple?: boolean;
  isDisabled?: boolean;
  className?: string;
  children: ReactNode;
}

/** An area on which files can be dropped. Clicking it opens the file picker. */
export function DropArea(props: DropAreaProps) {
  const { labelledBy, describedBy, accept, onFiles, isMultiple = false, isDisabled = false } = props;
  const { isOver, handlers } = useFileDrop(onFiles, isDisabled);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keyboard users use the field inside
    <label
      {...handlers}
      className={classes(
        "relative flex cursor-pointer flex-col items-center justify-center rounded-card border-2 border-dashed px-4 text-center transition-colors",
        "has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2",
        isOver ? "border-accent bg-accent-soft" : "border-line-control/60 bg-sunken hover:bg-hover",
        props.className,
      )}
    >
      {props.children}
      <input
        type="file"
        multiple={isMultiple}
        accept={accept}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        disabled={isDisabled}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Otherwise choosing the same file again, after correcting or removing it, wouldn't fire an event.
          target.value = "";
        }}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </label>
  );
}
