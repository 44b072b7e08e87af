import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { DialogFrame } from "#web/ui/overlays/dialog.tsx";

interface SheetProps {
  onClose: () => void;
  /** The header with a `SheetTitle`, the content, and the footer. */
  children: ReactNode;
}

/** The record's name, which is also the sheet's name for screen readers. */
export const SheetTitle = Primitive.Title;

/**
 * A record above its list, with its own URL: a sheet at the right edge of a desktop screen, and a full page
 * elsewhere. Its children handle scrolling themselves.
 */
export const Sheet = ({ onClose, children }: SheetProps) => (
  <DialogFrame
    isOpen
    isInUrl
    onClose={onClose}
    isDescribed={false}
    className="inset-0 flex animate-sheet-in flex-col bg-canvas lg:left-auto lg:animate-side-in lg:w-[min(68.5rem,calc(100vw-4rem))] lg:rounded-l-sheet lg:bg-surface"
  >
    {children}
  </DialogFrame>
);
