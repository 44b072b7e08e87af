import type { ReactNode } from "react";
import { SlidersHorizontal, X } from "#web/icons.ts";
import type { Filter, Filters } from "#web/list/filters.tsx";
import type { ListAddress } from "#web/list/use-list-address.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Popover } from "#web/ui/popover.tsx";

interface FilterBarProps {
  filters: Filters;
  address: ListAddress<Filters>;
  /** Set where the bar is next to something else; by default it has a line of its own. */
  className?: string | undefined;
  /** On the right: the link to the list as a file. */
  action?: ReactNode;
}

/** The filters of a list in the order of their declaration; the quiet ones behind a button. */
export function FilterBar({ filters, address, className, action }: FilterBarProps) {
  const quiet = Object.entries(filters).filter(([, { isQuiet }]) => isQuiet === true);
  const open = Object.entries(filters).filter(([, { isQuiet }]) => isQuiet !== true);
  return (
    <div className={classes("print:hidden", className ?? "mb-4 flex flex-wrap items-end gap-2")}>
      {open.map((filter) => (
        <OneFilter key={filter[0]} filter={filter} address={address} />
      ))}
      {quiet.length > 0 && <QuietFilters filters={quiet} address={address} />}
      {action != null && action !== false && (
        <div
          className={classes(
            "max-sm:flex max-sm:grow max-sm:*:grow",
            className === undefined && "sm:ml-auto",
          )}
        >
          {action}
        </div>
      )}
    </div>
  );
}

interface OneFilterProps {
  filter: [string, Filter];
  address: ListAddress<Filters>;
}

function OneFilter({ filter: [name, { Control }], address }: OneFilterProps) {
  if (Control === undefined) return null;
  return (
    <Control
      value={valueOf(address, name)}
      set={(value) => address.set({ [name]: value })}
      address={address}
    />
  );
}

const valueOf = (address: ListAddress<Filters>, name: string): string => address.filters[name] ?? "";

function QuietFilters({ filters, address }: { filters: [string, Filter][]; address: ListAddress<Filters> }) {
  const isChosen = ([name, { Control }]: [string, Filter]) =>
    Control !== undefined && valueOf(address, name) !== "";
  const count = filters.filter(isChosen).length;
  return (
    <Popover
      label="More filters"
      className="p-4"
      trigger={(props) => (
        <Button {...props} className="max-sm:grow" icon={<SlidersHorizontal aria-hidden="true" />}>
          More filters
          {count > 0 && (
            <span className="rounded-full bg-accent-soft px-1.5 text-accent-text text-xs tabular-nums leading-5">
              {count}
              <span className="sr-only"> active</span>
            </span>
          )}
        </Button>
      )}
    >
      {() => (
        <div className="grid grid-cols-2 gap-3 *:col-span-2">
          {filters.map((filter) => (
            <OneFilter key={filter[0]} filter={filter} address={address} />
          ))}
          <Button
            variant="ghost"
            size="sm"
            className="justify-self-start"
            icon={<X aria-hidden="true" />}
            disabled={count === 0}
            onClick={() => address.set(Object.fromEntries(filters.map(([name]) => [name, ""])))}
          >
            Clear these filters
          </Button>
        </div>
      )}
    </Popover>
  );
}
