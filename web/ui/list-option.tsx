import { type ReactNode, useEffect, useRef } from "react";
import { classes } from "#web/ui/classes.ts";

interface ListOptionProps {
  id: string;
  /** Whether the arrow keys have reached it. */
  isCurrent: boolean;
  isSelected: boolean;
  onChoose: () => void;
  onPoint?: (() => void) | undefined;
  className: string;
  children: ReactNode;
}

/** A line of a list whose field above it keeps the focus: the arrow keys scroll it into view. */
export function ListOption({
  isCurrent,
  isSelected,
  onChoose,
  onPoint,
  className,
  ...rest
}: ListOptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView?.({ block: "nearest" });
  }, [isCurrent]);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- of a list box, as the ARIA practices describe it
    <div
      {...rest}
      ref={element}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      onPointerMove={onPoint}
      onClick={onChoose}
      onKeyDown={(event) => event.key === "Enter" && onChoose()}
      className={classes(
        "flex cursor-pointer rounded-control px-2.5",
        isCurrent && "bg-accent-soft",
        className,
      )}
    />
  );
}
