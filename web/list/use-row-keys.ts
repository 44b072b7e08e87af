import { type KeyboardEvent, useEffect, useRef } from "react";

export interface RowSelection<Row> {
  isSelected: (row: Row) => boolean;
  select: (rows: readonly Row[], isSelected: boolean) => void;
  /** The row's name: `#WO-0007`. */
  getName: (row: Row) => string;
}

/** The actions of the keys on a row. A key without an action does nothing. */
interface RowActions<Row> {
  onOpen?: ((row: Row) => void) | undefined;
  onEdit?: ((row: Row) => void) | undefined;
  onAssign?: ((row: Row) => void) | undefined;
  selection?: RowSelection<Row> | undefined;
}

/**
 * The keyboard shortcuts of a list, for the element whose children are its rows or cards. J and K move
 * between rows, Enter opens a row, E edits it, and A assigns it. X selects a row, Shift-A selects all rows,
 * and Escape clears the selection. The keys do nothing while the user is typing or has a menu open (NAV-32).
 */
export function useRowKeys<Row, List extends HTMLElement = HTMLUListElement>(
  rows: readonly Row[],
  { onOpen, onEdit, onAssign, selection }: RowActions<Row>,
) {
  const list = useRef<List>(null);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if ((event.key !== "j" && event.key !== "k") || isTaken(event) || !isOutsideControls(event.target))
        return;
      // On a page with several lists, the keys work in the first.
      if (list.current !== document.querySelector("[data-row-keys]:has(> *)")) return;
      focusRow(list.current?.children[0], "nextElementSibling");
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    if (isTaken(event) || target.closest(typingPlaces) !== null) return;
    const elements = [...event.currentTarget.children];
    // A dialog opened from a row isn't inside it.
    const index = elements.findIndex((element) => element.contains(target));
    const [element, row] = [elements[index], rows[index]];
    if (element === undefined || row === undefined) return;
    const toggle = selection && (() => selection.select([row], !selection.isSelected(row)));
    const goToNext = () => focusRow(element.nextElementSibling, "nextElementSibling");
    const goToPrevious = () => focusRow(element.previousElementSibling, "previousElementSibling");
    const keys: Record<string, (() => void) | undefined> = {
      j: goToNext,
      k: goToPrevious,
      x: toggle,
      e: onEdit && (() => onEdit(row)),
      a: onAssign && (() => onAssign(row)),
      "Shift a": selection && (() => selection.select(rows, !rows.every(selection.isSelected))),
      Escape: selection && rows.some(selection.isSelected) ? () => selection.select(rows, false) : undefined,
      // Links and buttons in a row handle these keys themselves.
      ...(target === element && {
        ArrowDown: goToNext,
        ArrowUp: goToPrevious,
        Enter: onOpen && (() => onOpen(row)),
        " ": toggle,
      }),
    };
    const handler = keys[event.shiftKey ? `Shift ${event.key.toLowerCase()}` : event.key];
    if (handler === undefined) return;
    event.preventDefault();
    handler();
  };
  return { ref: list, onKeyDown, "data-row-keys": "" };
}

const typingPlaces = "input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=menu]";

const isTaken = ({
  defaultPrevented,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<globalThis.KeyboardEvent, "defaultPrevented" | "ctrlKey" | "metaKey" | "altKey">) =>
  defaultPrevented || ctrlKey || metaKey || altKey;

/** Whether no control has focus. After a focused row has disappeared, the page's content has focus. */
const isOutsideControls = (target: EventTarget | null) =>
  target === document.body || (target instanceof Element && target.id === "content");

/** Focuses a row, or the first link or button in a card. Skips rows that have neither. */
function focusRow(
  element: Element | null | undefined,
  direction: "nextElementSibling" | "previousElementSibling",
) {
  for (let row = element; row != null; row = row[direction]) {
    const target = row.matches("[tabindex]") ? row : row.querySelector("a[href], button");
    if (target instanceof HTMLElement) return target.focus();
  }
}
