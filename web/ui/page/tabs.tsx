import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { classes } from "#web/ui/classes.ts";
import { segmentClasses, segmentsClasses } from "#web/ui/forms/segments.tsx";

export interface TabEntry<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  count?: number;
}

interface TabsProps<Value extends string> {
  /** The prefix of the ids of tabs and panels. Must be unique on the page. */
  name: string;
  label: string;
  tabs: readonly TabEntry<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

const toElementId = (name: string, value: string, part: "tab" | "panel") => `${name}-${value}-${part}`;

/** A row of tabs. The arrow keys move and select. Show the content in a `TabPanel` of the same name. */
export function Tabs<Value extends string>({ name, label, tabs, value, onChange }: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null);
  // On a phone, the row can be wider than the screen, and the selected tab might be out of view.
  useLayoutEffect(() => {
    const row = list.current;
    const selected = row?.querySelector("[aria-selected=true]");
    if (row == null || selected == null) return;
    const [outer, inner] = [row.getBoundingClientRect(), selected.getBoundingClientRect()];
    if (inner.left < outer.left) row.scrollLeft -= outer.left - inner.left;
    if (inner.right > outer.right) row.scrollLeft += inner.right - outer.right;
  }, [value]);
  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.value === value);
    const nextIndex = getNextIndex(event.key, index, tabs.length);
    const selected = nextIndex === undefined ? undefined : tabs[nextIndex];
    if (selected === undefined) return;
    event.preventDefault();
    onChange(selected.value);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[nextIndex as number]?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className={classes(
        "flex overflow-x-auto [scrollbar-width:none] sm:inline-flex print:hidden",
        segmentsClasses,
      )}
    >
      {tabs.map((tab) => {
        const isSelected = tab.value === value;
        return (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={toElementId(name, tab.value, "tab")}
            aria-controls={toElementId(name, tab.value, "panel")}
            aria-selected={isSelected}
            tabIndex={isSelected ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className={classes(segmentClasses(isSelected), "max-sm:flex-1")}
          >
            {tab.icon}
            {tab.label}
            {tab.count !== undefined && <span className="text-ink-faint tabular-nums">{tab.count}</span>}
          </button>
        );
      })}
    </div>
  );
}

function getNextIndex(key: string, index: number, count: number): number | undefined {
  if (key === "ArrowRight") return (index + 1) % count;
  if (key === "ArrowLeft") return (index - 1 + count) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return undefined;
}

interface TabPanelProps {
  name: string;
  /** The selected tab. Only its content is rendered. */
  value: string;
  /** The accessible name, if the tab's name would collide with a field's name inside. */
  label?: string;
  className?: string;
  children: ReactNode;
}

export function TabPanel({ name, value, label, className, children }: TabPanelProps) {
  return (
    <div
      role="tabpanel"
      id={toElementId(name, value, "panel")}
      aria-label={label}
      aria-labelledby={label === undefined ? toElementId(name, value, "tab") : undefined}
      className={className}
    >
      {children}
    </div>
  );
}
