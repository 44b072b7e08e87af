import { type RefObject, useEffect, useLayoutEffect } from "react";

/**
 * The browser's top layer keeps a panel from being clipped by a scrolling table. Older browsers and jsdom show the panel
 * in its place in the page.
 */
export const topLayer: { popover?: "manual" } =
  "showPopover" in HTMLElement.prototype ? { popover: "manual" } : {};

interface Floating {
  isOpen: boolean;
  onClose: () => void;
  trigger: RefObject<HTMLElement | null>;
  panel: RefObject<HTMLElement | null>;
  align: "start" | "end";
}

const gap = 6;
const margin = 8;

/**
 * Keeps a panel below its trigger (above it where there is more room), within the window and above everything else,
 * and closes it on Escape and on a press outside. The panel has the props of `topLayer`.
 */
export function useFloating({ isOpen, onClose, trigger, panel, align }: Floating): void {
  useLayoutEffect(() => {
    const panelElement = panel.current;
    if (!isOpen || panelElement === null || trigger.current === null) return;
    if (topLayer.popover !== undefined) panelElement.showPopover();
    const place = () => {
      if (trigger.current === null) return;
      const from = trigger.current.getBoundingClientRect();
      const { offsetWidth: width, offsetHeight: height } = panelElement;
      const left = align === "start" ? from.left : from.right - width;
      const below = from.bottom + gap;
      const fitsBelow = below + height <= innerHeight - margin || from.top < innerHeight - from.bottom;
      panelElement.style.setProperty(
        "left",
        `${Math.max(margin, Math.min(left, innerWidth - width - margin))}px`,
      );
      panelElement.style.setProperty(
        "top",
        `${fitsBelow ? below : Math.max(margin, from.top - gap - height)}px`,
      );
    };
    // The trigger moves when something scrolls, the window is rotated, the sidebar slides or a list above loads.
    let frame = 0;
    const follow = () => {
      place();
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [isOpen, trigger, panel, align]);

  useEffect(() => {
    if (!isOpen) return;
    const onPress = (event: PointerEvent) => {
      const target = event.target as Node;
      if (panel.current?.contains(target) || trigger.current?.contains(target)) return;
      onClose();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // The dialog around it stays open: it listens at the document, before which the window hears the key.
      event.stopPropagation();
      event.preventDefault();
      onClose();
      trigger.current?.focus();
    };
    document.addEventListener("pointerdown", onPress, true);
    addEventListener("keydown", onKey, true);
    return () => {
      document.removeEventListener("pointerdown", onPress, true);
      removeEventListener("keydown", onKey, true);
    };
  }, [isOpen, onClose, trigger, panel]);
}

export const floatingClasses =
  "fixed inset-auto z-50 m-0 animate-rise-in overflow-y-auto rounded-card bg-raised text-ink shadow-float outline-none";
