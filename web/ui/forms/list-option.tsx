import { type ReactNode, useEffect, useRef } from "react";
import { classes } from "#web/ui/classes.ts";

interface ListOptionProps {
  id: string;
  /** Whether the arrow keys have moved to this option. */
  isCurrent: boolean;
  isSelected: boolean;
  onSelect: () => void;
  onPoint?: (() => void) | undefined;
  className: string;
  children: ReactNode;
}

/** An option of a list whose input keeps focus. It scrolls into view when the arrow keys reach it. */
export function ListOption({
  isCurrent,
  isSelected,
  onSelect,
  onPoint,
  className,
  ...rest
}: ListOptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView?.({ block: "nearest" });
  }, [isCurrent]);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option of a list box, as the ARIA practices describe it
    <div
      {...rest}
      ref={element}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      onPointerMove={onPoint}
      onClick={onSelect}
      onKeyDown={(event) => event.key === "Enter" && onSelect()}
      className={classes(
        "flex cursor-pointer rounded-control px-2.5",
        isCurrent && "bg-accent-soft",
        className,
      )}
    />
  );
}
