/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a listbox of a combobox, as the ARIA practices describe it */
import type { PaletteOption } from "#web/layout/palette-options.tsx";
import { StatusBadge } from "#web/ui/faces/status-badge.tsx";
import { ListOption } from "#web/ui/forms/list-option.tsx";

export const getOptionId = (listId: string, { key }: PaletteOption): string => `${listId}-${key}`;

interface PaletteListProps {
  id: string;
  options: readonly PaletteOption[];
  currentOption: PaletteOption | undefined;
  /** The number of placeholder rows at the top for options that are still loading. */
  loadingCount: number;
  onPoint: (option: PaletteOption) => void;
  onOpen: (option: PaletteOption) => void;
}

/** The options under their group headings, which screen readers announce as well. */
export function PaletteList({ id, options, currentOption, loadingCount, onPoint, onOpen }: PaletteListProps) {
  const groups = [...new Set(options.map(({ group }) => group))];
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Results"
      aria-busy={loadingCount > 0}
      tabIndex={-1}
      className="min-h-0 flex-1 overflow-y-auto p-2"
    >
      {Array.from({ length: loadingCount }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={index} aria-hidden="true" className="my-1.5 h-10 animate-pulse rounded-control bg-sunken" />
      ))}
      {groups.map((group) => (
        <div key={group} role="group" aria-label={group}>
          <div aria-hidden="true" className="px-2.5 pt-2 pb-1 font-medium text-ink-faint text-xs">
            {group}
          </div>
          {options
            .filter((choice) => choice.group === group)
            .map((choice) => (
              <ListOption
                key={choice.key}
                id={getOptionId(id, choice)}
                isCurrent={choice === currentOption}
                isSelected={choice === currentOption}
                onPoint={() => onPoint(choice)}
                onSelect={() => onOpen(choice)}
                className="min-h-(--control) items-center gap-3 py-1.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-faint"
              >
                <OptionContent option={choice} />
              </ListOption>
            ))}
        </div>
      ))}
    </div>
  );
}

function OptionContent({ option: { icon, label, detail, status } }: { option: PaletteOption }) {
  return (
    <>
      {icon}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{label}</span>
        {detail !== "" && <span className="block truncate text-ink-soft text-sm">{detail}</span>}
      </span>
      {status !== null && <StatusBadge status={status} />}
    </>
  );
}
