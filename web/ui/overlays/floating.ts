import { type RefObject, useEffect, useLayoutEffect } from "react";

/**
 * The props that put a panel in the browser's top layer, where a scrolling table can't clip it. Older
 * browsers and jsdom show the panel within the page.
 */
export const topLayer: { popover?: "manual" } =
  "showPopover" in HTMLElement.prototype ? { popover: "manual" } : {};

interface FloatingOptions {
  isOpen: boolean;
  onClose: () => void;
  trigger: RefObject<HTMLElement | null>;
  panel: RefObject<HTMLElement | null>;
  align: "start" | "end";
}

const gap = 6;
const margin = 8;

/**
 * Positions a panel below its trigger, or above it if there's more room. Closes the panel on Escape and on a
 * click outside. The panel needs the props in `topLayer`.
 */
export function useFloating({ isOpen, onClose, trigger, panel, align }: FloatingOptions): void {
  useLayoutEffect(() => {
    const panelElement = panel.current;
    if (!isOpen || panelElement === null || trigger.current === null) return;
    if (topLayer.popover !== undefined) panelElement.showPopover();
    const positionPanel = () => {
      if (trigger.current === null) return;
      const triggerRect = trigger.current.getBoundingClientRect();
      const { offsetWidth: width, offsetHeight: height } = panelElement;
      const left = align === "start" ? triggerRect.left : triggerRect.right - width;
      const topBelow = triggerRect.bottom + gap;
      const fitsBelow =
        topBelow + height <= innerHeight - margin || triggerRect.top < innerHeight - triggerRect.bottom;
      panelElement.style.setProperty(
        "left",
        `${Math.max(margin, Math.min(left, innerWidth - width - margin))}px`,
      );
      panelElement.style.setProperty(
        "top",
        `${fitsBelow ? topBelow : Math.max(margin, triggerRect.top - gap - height)}px`,
      );
    };
    // The trigger can move: the page scrolls, the phone rotates, the sidebar slides, or a list above loads.
    let frame = 0;
    const followTrigger = () => {
      positionPanel();
      frame = requestAnimationFrame(followTrigger);
    };
    followTrigger();
    return () => cancelAnimationFrame(frame);
  }, [isOpen, trigger, panel, align]);

  useEffect(() => {
    if (!isOpen) return;
    const onPointerDown = (event: PointerEvent) => {
      const target = event.target as Node;
      if (panel.current?.contains(target) || trigger.current?.contains(target)) return;
      onClose();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // Keeps a surrounding dialog open. The dialog listens on the document, but the window receives the key
      // first.
      event.stopPropagation();
      event.preventDefault();
      onClose();
      trigger.current?.focus();
    };
    document.addEventListener("pointerdown", onPointerDown, true);
    addEventListener("keydown", onKey, true);
    return () => {
      document.removeEventListener("pointerdown", onPointerDown, true);
      removeEventListener("keydown", onKey, true);
    };
  }, [isOpen, onClose, trigger, panel]);
}

export const floatingClasses =
  "fixed inset-auto z-50 m-0 animate-rise-in overflow-y-auto rounded-card bg-raised text-ink shadow-float outline-none";
