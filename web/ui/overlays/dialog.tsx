import { Dialog as Primitive } from "radix-ui";
import type { KeyboardEvent, ReactNode } from "react";
import { X } from "#web/icons.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { InDialogContext, useLayer } from "#web/ui/overlays/layers.ts";
import { useReturnFocus } from "#web/ui/overlays/return-focus.ts";

const centered =
  "top-1/2 left-1/2 max-h-[min(90dvh,56rem)] -translate-1/2 animate-rise-in rounded-sheet bg-raised";
const sizes = {
  /** A question or a short form. */
  dialog: classes(centered, "w-[min(30rem,calc(100vw-3rem))]"),
  /** A form with a signature pad. */
  medium: classes(centered, "w-[min(35rem,calc(100vw-3rem))]"),
  /** A form with pairs of fields. */
  wide: classes(centered, "w-[min(42rem,calc(100vw-3rem))]"),
  /** A record, in a full-height sheet at the right edge. */
  sheet: "inset-y-0 right-0 w-[min(68.5rem,calc(100vw-3rem))] animate-side-in rounded-l-sheet bg-surface",
};

export interface DialogProps {
  isOpen: boolean;
  /** Called when the user closes the dialog with Escape, the close button, or a click outside. */
  onClose: () => void;
  title: string;
  /** A line below the title, or null if there's nothing to add. */
  description: ReactNode | null;
  size?: keyof typeof sizes;
  /** Stays at the bottom while the content scrolls, with the main button last. `Close` is in the header. */
  footer?: ReactNode;
  /** Whether the dialog has its own URL, so that going back closes it anyway. */
  isInUrl?: boolean;
  /** Receives key events from the dialog and from anything it opens above itself. */
  onKeyDown?: ((event: KeyboardEvent<HTMLElement>) => void) | undefined;
  /** Content next to the title, such as a badge. */
  titleAside?: ReactNode;
  children: ReactNode;
}

/**
 * A dialog in the middle of the screen or a sheet at the right edge, and a full page on phones. Focus
 * stays inside and returns afterward. The browser's back button closes it.
 */
export function Dialog({
  title,
  description,
  size = "dialog",
  footer,
  titleAside,
  children,
  ...frame
}: DialogProps) {
  const isSheet = size === "sheet";
  return (
    <DialogFrame
      {...frame}
      isDescribed={description !== null}
      className={classes(
        "grid grid-cols-[minmax(0,1fr)_auto] grid-rows-[auto_minmax(0,1fr)_auto]",
        sizes[size],
        "handheld:inset-0 handheld:block handheld:max-h-none handheld:w-auto handheld:translate-none handheld:animate-sheet-in handheld:overflow-y-auto handheld:overscroll-contain handheld:rounded-none",
      )}
    >
      <div className="col-start-2 row-start-1 py-3.5 pr-4 handheld:sticky handheld:top-0 handheld:z-10 handheld:flex handheld:h-(--top-bar) handheld:items-center handheld:border-line handheld:border-b handheld:bg-inherit handheld:p-0 handheld:px-1">
        <Primitive.Close asChild>
          <Button variant="ghost" className={isSheet ? undefined : "max-w-(--control) handheld:max-w-none"}>
            <X aria-hidden="true" className={isSheet ? "handheld:block hidden" : undefined} />
            <span className={isSheet ? undefined : "sr-only handheld:not-sr-only"}>Close</span>
            {isSheet && (
              <kbd
                aria-hidden="true"
                className="rounded-[5px] px-1.5 font-sans text-xs ring-1 ring-line-2 handheld:hidden"
              >
                Esc
              </kbd>
            )}
          </Button>
        </Primitive.Close>
      </div>
      <header
        className={classes(
          "col-start-1 row-start-1 min-w-0 pt-5 pr-2 pb-1 pl-6 handheld:px-4 handheld:pt-4",
          isSheet && "pb-4 pl-7 handheld:pb-1",
        )}
      >
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Primitive.Title className={isSheet ? "text-title" : "text-lead handheld:text-title"}>
            {title}
          </Primitive.Title>
          {titleAside}
        </div>
        {description !== null && (
          <Primitive.Description className="mt-0.5 text-ink-soft">{description}</Primitive.Description>
        )}
      </header>
      <div
        className={classes(
          "col-span-2 row-start-2 min-h-0 overflow-y-auto overscroll-contain px-6 pt-3 pb-6 handheld:overflow-visible handheld:px-4",
          isSheet && "border-line border-t px-7 handheld:border-t-0",
        )}
      >
        {children}
      </div>
      {footer != null && footer !== false && (
        <footer
          data-sticky-bar=""
          className={classes(
            "col-span-2 row-start-3 flex flex-wrap justify-end gap-2 px-6 pb-5 empty:hidden",
            isSheet && "border-line border-t px-7 pt-3 pb-3",
            "handheld:sticky handheld:bottom-0 handheld:border-line handheld:border-t handheld:bg-inherit handheld:px-4 handheld:pt-2 handheld:pb-[max(0.5rem,env(safe-area-inset-bottom))] handheld:*:flex-1 [@media(height<500px)]:static",
          )}
        >
          {footer}
        </footer>
      )}
    </DialogFrame>
  );
}

interface DialogFrameProps extends Pick<DialogProps, "isOpen" | "onClose" | "isInUrl" | "onKeyDown"> {
  isDescribed: boolean;
  className: string;
  children: ReactNode;
}

/**
 * The base of dialogs and sheets. They are above the page, keep focus, and close with Escape or going
 * back.
 */
export function DialogFrame(props: DialogFrameProps) {
  const { isOpen, onClose, className, children } = props;
  const focus = useReturnFocus();
  useLayer(isOpen && props.isInUrl !== true, onClose);
  return (
    <Primitive.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-fade-in bg-scrim" />
        <Primitive.Content
          {...(props.isDescribed ? {} : { "aria-describedby": undefined })}
          onOpenAutoFocus={(event) => {
            focus.remember();
            focusInside(event);
          }}
          onCloseAutoFocus={focus.restore}
          onKeyDown={props.onKeyDown}
          // Toasts are above the dialog, so clicks on them don't count as outside.
          onInteractOutside={(event) => isInToast(event.target) && event.preventDefault()}
          className={classes("fixed z-40 shadow-float outline-none", className)}
        >
          <InDialogContext value={true}>{children}</InDialogContext>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/**
 * Focuses the element with `data-autofocus`, or else the dialog itself, so that a phone's keyboard doesn't
 * open uninvited.
 */
function focusInside(event: Event): void {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  event.preventDefault();
  (event.currentTarget.querySelector<HTMLElement>("[data-autofocus]") ?? event.currentTarget).focus();
}

const isInToast = (target: EventTarget | null) =>
  target instanceof Element && target.closest("[data-toast-viewport]") !== null;
