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
import { Check } from "#web/icons.ts";
import { classes } from "#web/ui/classes.ts";
import { floatingClasses, topLayer, useFloating } from "#web/ui/floating.ts";

interface TriggerProps {
  ref: RefObject<HTMLButtonElement | null>;
  "aria-haspopup": "menu";
  "aria-expanded": boolean;
  "aria-controls": string | undefined;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

interface MenuProps {
  /** Draws the button that opens the menu: `(props) => <Button {...props}>Actions</Button>`. */
  trigger: (props: TriggerProps) => ReactNode;
  label: string;
  align?: "start" | "end" | undefined;
  /** MenuItem, MenuChoice, MenuHeading and MenuSeparator. */
  children: ReactNode;
}

const CloseContext = createContext<() => void>(() => {});

/** A menu button as the ARIA practices describe it: arrows, Home, End, first letters, Escape; focus returns. */
export function Menu({ trigger, label, align = "end", children }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const triggerRef = useRef<HTMLButtonElement>(null);
  const panelRef = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = useCallback(() => setIsOpen(false), []);
  useFloating({ isOpen, onClose: close, trigger: triggerRef, panel: panelRef, align });

  useEffect(() => {
    // While entries are still fetched, the keys are heard by the panel.
    if (isOpen) (entriesOf(panelRef.current)[0] ?? panelRef.current)?.focus();
  }, [isOpen]);

  const closeAndReturn = useCallback(() => {
    setIsOpen(false);
    triggerRef.current?.focus();
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Tab") return close();
    const entries = entriesOf(panelRef.current);
    const next = entryAfter(event.key, entries, entries.indexOf(document.activeElement as HTMLElement));
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
            // A row or card around the menu must not react to presses in the menu.
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

const entriesOf = (panel: HTMLElement | null): HTMLElement[] => [
  ...(panel?.querySelectorAll<HTMLElement>("[role^=menuitem]:not([aria-disabled=true])") ?? []),
];

function entryAfter(key: string, entries: HTMLElement[], at: number): HTMLElement | undefined {
  if (key === "ArrowDown") return entries[(at + 1) % entries.length];
  if (key === "ArrowUp") return entries.at(Math.max(at, 0) - 1);
  if (key === "Home") return entries[0];
  if (key === "End") return entries.at(-1);
  if (key.length !== 1 || key === " ") return undefined;
  const inOrder = [...entries.slice(at + 1), ...entries.slice(0, at + 1)];
  return inOrder.find((entry) => entry.textContent.trim().toLowerCase().startsWith(key.toLowerCase()));
}

const entryClasses =
  "flex w-full min-h-(--control-sm) items-center gap-2.5 rounded-control px-2.5 py-1 text-left outline-none " +
  "hover:bg-hover focus-visible:bg-hover focus-visible:outline-none aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0";

interface MenuItemProps {
  icon?: ReactNode;
  isDestructive?: boolean | undefined;
  isDisabled?: boolean | undefined;
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
      className={classes(entryClasses, isDestructive === true ? "text-red-text" : "[&_svg]:text-ink-faint")}
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

interface MenuChoiceProps {
  icon?: ReactNode;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** One of several that exclude each other; the chosen one has a check mark. The menu stays open to show the effect. */
export const MenuChoice = (props: MenuChoiceProps) => <Choosable kind="menuitemradio" {...props} />;

/** One of several that may be chosen together. */
export const MenuCheck = (props: MenuChoiceProps) => <Choosable kind="menuitemcheckbox" {...props} />;

interface ChoosableProps extends MenuChoiceProps {
  kind: "menuitemradio" | "menuitemcheckbox";
}

function Choosable({ kind, icon, isChosen, onChoose, children }: ChoosableProps) {
  return (
    <button
      type="button"
      role={kind}
      aria-checked={isChosen}
      tabIndex={-1}
      className={classes(entryClasses, "[&_svg]:text-ink-faint")}
      onClick={onChoose}
    >
      {icon}
      <span className="flex-1">{children}</span>
      {isChosen && <Check aria-hidden="true" className="text-accent-text!" />}
    </button>
  );
}

export const MenuHeading = ({ children }: { children: ReactNode }) => (
  <div className="px-2.5 pt-2 pb-1 font-medium text-ink-faint text-xs">{children}</div>
);

export const MenuSeparator = () => <hr className="mx-1 my-1.5 border-line" />;
