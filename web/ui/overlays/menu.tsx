import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { foldText } from "#shared/fold-text.ts";
import { Check } from "#web/icons.ts";
import { classes } from "#web/ui/classes.ts";
import { floatingClasses, topLayer, useFloating } from "#web/ui/overlays/floating.ts";

interface TriggerProps {
  ref: RefObject<HTMLButtonElement | null>;
  "aria-haspopup": "menu";
  "aria-expanded": boolean;
  "aria-controls": string | undefined;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

interface MenuProps {
  /** Renders the button that opens the menu, such as `(props) => <Button {...props}>Actions</Button>`. */
  trigger: (props: TriggerProps) => ReactNode;
  label: string;
  align?: "start" | "end";
  /** MenuItem, MenuRadioItem, MenuHeading, and MenuSeparator. */
  children: ReactNode;
}

const CloseContext = createContext<() => void>(() => {});

/**
 * A menu button that follows the ARIA practices: arrow keys, Home, End, first letters, and Escape. The focus
 * returns to the button.
 */
export function Menu({ trigger, label, align = "end", children }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const triggerRef = useRef<HTMLButtonElement>(null);
  const panelRef = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = useCallback(() => setIsOpen(false), []);
  useFloating({ isOpen, onClose: close, trigger: triggerRef, panel: panelRef, align });

  useEffect(() => {
    // While items are loading, the panel takes the focus so that it receives key presses.
    if (isOpen) (getItems(panelRef.current)[0] ?? panelRef.current)?.focus();
  }, [isOpen]);

  const closeAndReturn = useCallback(() => {
    setIsOpen(false);
    triggerRef.current?.focus();
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Tab") return close();
    const items = getItems(panelRef.current);
    const next = findNextItem(event.key, items, items.indexOf(document.activeElement as HTMLElement));
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  };

  return (
    <>
      {trigger({
        ref: triggerRef,
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        "aria-controls": isOpen ? id : undefined,
        onClick: () => setIsOpen(!isOpen),
        onKeyDown: (event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          setIsOpen(true);
        },
      })}
      {isOpen && (
        <CloseContext value={closeAndReturn}>
          <div
            ref={panelRef}
            id={id}
            {...topLayer}
            role="menu"
            tabIndex={-1}
            aria-label={label}
            onKeyDown={onKeyDown}
            // Clicks in the menu must not reach the row or card around it.
            onClick={(event) => event.stopPropagation()}
            className={classes(floatingClasses, "min-w-48 max-w-[min(20rem,calc(100vw-1rem))] p-1.5")}
          >
            {children}
          </div>
        </CloseContext>
      )}
    </>
  );
}

const getItems = (panel: HTMLElement | null): HTMLElement[] => [
  ...(panel?.querySelectorAll<HTMLElement>("[role^=menuitem]:not([aria-disabled=true])") ?? []),
];

function findNextItem(key: string, items: HTMLElement[], index: number): HTMLElement | undefined {
  if (key === "ArrowDown") return items[(index + 1) % items.length];
  if (key === "ArrowUp") return items.at(Math.max(index, 0) - 1);
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  if (key.length !== 1 || key === " ") return undefined;
  const searchOrder = [...items.slice(index + 1), ...items.slice(0, index + 1)];
  return searchOrder.find((entry) => foldText(entry.textContent.trim()).startsWith(foldText(key)));
}

const itemClasses =
  "flex w-full min-h-(--control-sm) items-center gap-2.5 rounded-control px-2.5 py-1 text-left outline-none " +
  "hover:bg-hover focus-visible:bg-hover focus-visible:outline-none aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0";

interface MenuItemProps {
  icon?: ReactNode;
  isDestructive?: boolean;
  isDisabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, isDestructive, isDisabled = false, onSelect, children }: MenuItemProps) {
  const close = useContext(CloseContext);
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={isDisabled || undefined}
      className={classes(itemClasses, isDestructive === true ? "text-red-text" : "[&_svg]:text-ink-faint")}
      onClick={() => {
        if (isDisabled) return;
        close();
        onSelect();
      }}
    >
      {icon}
      {children}
    </button>
  );
}

interface SelectableMenuItemProps {
  icon?: ReactNode;
  isSelected: boolean;
  onSelect: () => void;
  children: ReactNode;
}

/**
 * One of several exclusive options. The selected option has a check mark. The menu stays open to show the
 * effect.
 */
export const MenuRadioItem = (props: SelectableMenuItemProps) => (
  <SelectableItem kind="menuitemradio" {...props} />
);

/** One of several options that can be selected together. */
export const MenuCheckboxItem = (props: SelectableMenuItemProps) => (
  <SelectableItem kind="menuitemcheckbox" {...props} />
);

interface SelectableItemProps extends SelectableMenuItemProps {
  kind: "menuitemradio" | "menuitemcheckbox";
}

function SelectableItem({ kind, icon, isSelected, onSelect, children }: SelectableItemProps) {
  return (
    <button
      type="button"
      role={kind}
      aria-checked={isSelected}
      tabIndex={-1}
      className={classes(itemClasses, "[&_svg]:text-ink-faint")}
      onClick={onSelect}
    >
      {icon}
      <span className="flex-1">{children}</span>
      {isSelected && <Check aria-hidden="true" className="text-accent-text!" />}
    </button>
  );
}

export const MenuHeading = ({ children }: { children: ReactNode }) => (
  <div className="px-2.5 pt-2 pb-1 font-medium text-ink-faint text-xs">{children}</div>
);

export const MenuSeparator = () => <hr className="mx-1 my-1.5 border-line" />;
