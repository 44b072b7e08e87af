/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a listbox of a combobox, as the ARIA practices describe it */
import { useEffect, useRef } from "react";
import type { Choice } from "#web/layout/palette-choices.tsx";
import { classes } from "#web/ui/classes.ts";
import { StatusBadge } from "#web/ui/status-badge.tsx";

export const optionId = (listId: string, { key }: Choice): string => `${listId}-${key}`;

interface PaletteListProps {
  id: string;
  choices: readonly Choice[];
  current: Choice | undefined;
  /** So many lines at the top are still to come. */
  awaited: number;
  onPoint: (choice: Choice) => void;
  onOpen: (choice: Choice) => void;
}

/** The choices under the headings of their groups, which screen readers name on the way. */
export function PaletteList({ id, choices, current, awaited, onPoint, onOpen }: PaletteListProps) {
  const groups = [...new Set(choices.map(({ group }) => group))];
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Results"
      aria-busy={awaited > 0}
      tabIndex={-1}
      className="min-h-0 flex-1 overflow-y-auto p-2"
    >
      {Array.from({ length: awaited }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={line} aria-hidden="true" className="my-1.5 h-10 animate-pulse rounded-control bg-sunken" />
      ))}
      {groups.map((group) => (
        <div key={group} role="group" aria-label={group}>
          <div aria-hidden="true" className="px-2.5 pt-2 pb-1 font-medium text-ink-faint text-xs">
            {group}
          </div>
          {choices
            .filter((choice) => choice.group === group)
            .map((choice) => (
              <Option
                key={choice.key}
                id={optionId(id, choice)}
                choice={choice}
                isChosen={choice === current}
                onPoint={() => onPoint(choice)}
                onOpen={() => onOpen(choice)}
              />
            ))}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  id: string;
  choice: Choice;
  isChosen: boolean;
  onPoint: () => void;
  onOpen: () => void;
}

function Option({ id, choice, isChosen, onPoint, onOpen }: OptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView?.({ block: "nearest" });
  }, [isChosen]);
  return (
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onPointerMove={onPoint}
      onClick={onOpen}
      onKeyDown={(event) => event.key === "Enter" && onOpen()}
      className={classes(
        "flex min-h-(--control) cursor-pointer items-center gap-3 rounded-control px-2.5 py-1.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-faint",
        isChosen && "bg-accent-soft",
      )}
    >
      {choice.icon}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{choice.label}</span>
        {choice.detail !== "" && (
          <span className="block truncate text-ink-soft text-sm">{choice.detail}</span>
        )}
      </span>
      {choice.status !== null && <StatusBadge status={choice.status} />}
    </div>
  );
}
