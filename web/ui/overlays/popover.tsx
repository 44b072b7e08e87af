/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions --
   not modal, so not the dialog element. It listens only to notice when focus leaves */
import { type ReactNode, type RefObject, useCallback, useEffect, useId, useRef, useState } from "react";
import { classes } from "#web/ui/classes.ts";
import { floatingClasses, topLayer, useFloating } from "#web/ui/overlays/floating.ts";

interface TriggerProps {
  ref: RefObject<HTMLButtonElement | null>;
  "aria-haspopup": "dialog";
  "aria-expanded": boolean;
  "aria-controls": string | undefined;
  onClick: () => void;
}

interface PopoverProps {
  trigger: (props: TriggerProps) => ReactNode;
  label: string;
  align?: "start" | "end";
  className?: string;
  children: (close: () => void) => ReactNode;
}

/** A small panel below a button. Tab past its end, Escape, or a click outside closes it. */
export function Popover({ trigger, label, align = "end", className, children }: PopoverProps) {
  const [isOpen, setIsOpen] = useState(false);
  const triggerRef = useRef<HTMLButtonElement>(null);
  const panelRef = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = useCallback(() => setIsOpen(false), []);
  useFloating({ isOpen, onClose: close, trigger: triggerRef, panel: panelRef, align });

  useEffect(() => {
    if (isOpen) panelRef.current?.focus();
  }, [isOpen]);

  return (
    <>
      {trigger({
        ref: triggerRef,
        "aria-haspopup": "dialog",
        "aria-expanded": isOpen,
        "aria-controls": isOpen ? id : undefined,
        onClick: () => setIsOpen(!isOpen),
      })}
      {isOpen && (
        <div
          ref={panelRef}
          id={id}
          {...topLayer}
          role="dialog"
          aria-label={label}
          tabIndex={-1}
          onBlur={(event) => {
            const next = event.relatedTarget;
            if (next === null || event.currentTarget.contains(next) || triggerRef.current?.contains(next))
              return;
            close();
          }}
          className={classes(floatingClasses, "w-[min(24rem,calc(100vw-1rem))]", className)}
        >
          {children(close)}
        </div>
      )}
    </>
  );
}
