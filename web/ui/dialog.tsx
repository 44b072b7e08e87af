import { Dialog as Primitive } from "radix-ui";
import type { KeyboardEvent, ReactNode } from "react";
import { X } from "#web/icons.ts";
import { IconButton } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { InDialog, useLayer } from "#web/ui/layers.ts";
import { useReturnFocus } from "#web/ui/return-focus.ts";

const widths = {
  sm: "sm:max-w-md",
  md: "sm:max-w-xl",
  lg: "sm:max-w-3xl",
  xl: "sm:max-w-5xl",
  /** On desktops, a wide sheet of full height at the right edge. */
  sheet: classes(
    "sm:max-w-3xl lg:top-0 lg:right-0 lg:bottom-0 lg:left-auto lg:max-h-none lg:w-[calc(100vw-8rem)] lg:max-w-6xl",
    "lg:translate-x-0 lg:translate-y-0 lg:rounded-r-none",
  ),
};

export interface DialogProps {
  isOpen: boolean;
  /** Called when the user closes it with Escape, the close button, or a click outside. */
  onClose: () => void;
  title: string;
  /** A line below the title, or null if there's nothing to add. */
  description: ReactNode | null;
  size?: keyof typeof widths;
  /** Stays at the bottom while the content scrolls. Cancel comes first, then the main button. */
  footer?: ReactNode;
  /** Whether the URL contains that it's open, so that going back closes it anyway. */
  isInAddress?: boolean;
  /** Receives key events from the dialog and from anything it opens above itself. */
  onKeyDown?: ((event: KeyboardEvent<HTMLElement>) => void) | undefined;
  /** Something next to the title, such as a badge. */
  titleAside?: ReactNode;
  children: ReactNode;
}

/**
 * A dialog in the middle of the screen, or a full-height sheet on phones. The focus stays inside and returns
 * afterwards. The browser's back button closes it.
 */
export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, description, size = "md", footer, titleAside, children } = props;
  const focus = useReturnFocus();
  useLayer(isOpen && props.isInAddress !== true, onClose);
  return (
    <Primitive.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-fade-in bg-scrim" />
        <Primitive.Content
          {...(description === null ? { "aria-describedby": undefined } : {})}
          onOpenAutoFocus={(event) => {
            focus.remember();
            focusInside(event);
          }}
          onCloseAutoFocus={focus.restore}
          onKeyDown={props.onKeyDown}
          // Toasts are above the dialog and don't count as outside.
          onInteractOutside={(event) => isInToast(event.target) && event.preventDefault()}
          className={classes(
            "fixed inset-x-0 top-0 bottom-0 z-40 flex animate-sheet-in flex-col bg-raised shadow-float outline-none",
            "sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:right-auto sm:max-h-[min(90dvh,56rem)] sm:w-[calc(100vw-3rem)]",
            "sm:-translate-x-1/2 sm:-translate-y-1/2 sm:animate-fade-in sm:rounded-card",
            widths[size],
          )}
        >
          <header className="flex items-start gap-3 border-line border-b px-4 py-3 sm:px-6 sm:py-4">
            <div className="min-w-0 flex-1 pt-1">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Primitive.Title className="text-lead">{title}</Primitive.Title>
                {titleAside}
              </div>
              {description !== null && (
                <Primitive.Description className="mt-0.5 text-ink-soft">{description}</Primitive.Description>
              )}
            </div>
            <Primitive.Close asChild>
              <IconButton label="Close dialog" className="-mr-2">
                <X />
              </IconButton>
            </Primitive.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-4 sm:px-6 sm:py-5">
            <InDialog value={true}>{children}</InDialog>
          </div>
          {footer != null && (
            <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] max-sm:*:flex-1 sm:px-6">
              <InDialog value={true}>{footer}</InDialog>
            </footer>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/**
 * Focuses the element with `data-autofocus`, or else the dialog itself, so that a phone's keyboard doesn't
 * open unasked.
 */
function focusInside(event: Event): void {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  event.preventDefault();
  (event.currentTarget.querySelector<HTMLElement>("[data-autofocus]") ?? event.currentTarget).focus();
}

const isInToast = (target: EventTarget | null) =>
  target instanceof Element && target.closest("[data-toast-viewport]") !== null;
