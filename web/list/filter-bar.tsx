import { type ReactNode, useState } from "react";
import { SlidersHorizontal, X } from "#web/icons.ts";
import type { Filter, Filters } from "#web/list/filters.tsx";
import type { ListAddress } from "#web/list/use-list-address.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { useIsPhone } from "#web/ui/use-phone.ts";

interface FilterBarProps {
  filters: Filters;
  address: ListAddress<Filters>;
  /** Set where the bar is next to something else; by default it has a line of its own. */
  className?: string | undefined;
  /** On the right: the link to the list as a file. */
  action?: ReactNode;
}

/** The filters of a list in the order of their declaration, the quiet ones behind a button; on phones all but the search. */
export function FilterBar({ filters, address, className, action }: FilterBarProps) {
  const isPhone = useIsPhone();
  const isHidden = ([name, { isQuiet }]: NamedFilter) => (isPhone ? name !== "q" : isQuiet === true);
  const named = Object.entries(filters).filter(([, { Control }]) => Control !== undefined);
  const hidden = named.filter(isHidden);
  const Hidden = isPhone ? FilterSheet : QuietFilters;
  return (
    <div
      className={classes(
        "print:hidden",
        isPhone && "flex flex-nowrap! items-end gap-2 *:first:min-w-0",
        className ?? (isPhone ? "mb-3" : "mb-4 flex flex-wrap items-end gap-2"),
      )}
    >
      {named
        .filter((filter) => !isHidden(filter))
        .map((filter) => (
          <OneFilter key={filter[0]} filter={filter} address={address} isLabelled={false} />
        ))}
      {named.map(
        ([name, filter]) =>
          filter.Toggle !== undefined && (
            <OneFilter
              key={`${name}-toggle`}
              filter={[name, { ...filter, Control: filter.Toggle }]}
              address={address}
              isLabelled={false}
            />
          ),
      )}
      {hidden.length > 0 && <Hidden filters={hidden} address={address} action={action} />}
      {action != null && action !== false && !(isPhone && hidden.length > 0) && (
        <div className={className === undefined ? "sm:ml-auto" : undefined}>{action}</div>
      )}
    </div>
  );
}

type NamedFilter = [string, Filter];

interface OneFilterProps {
  filter: NamedFilter;
  address: ListAddress<Filters>;
  isLabelled: boolean;
}

function OneFilter({ filter: [name, { Control }], address, isLabelled }: OneFilterProps) {
  if (Control === undefined) return null;
  return (
    <Control
      value={valueOf(address, name)}
      set={(value) => address.set({ [name]: value })}
      address={address}
      isLabelled={isLabelled}
    />
  );
}

const valueOf = (address: ListAddress<Filters>, name: string): string => address.filters[name] ?? "";

interface HiddenFiltersProps {
  filters: NamedFilter[];
  address: ListAddress<Filters>;
  action: ReactNode;
}

function QuietFilters({ filters, address }: HiddenFiltersProps) {
  return (
    <Popover
      label="More filters"
      className="p-4"
      trigger={(props) => (
        <Button {...props} icon={<SlidersHorizontal aria-hidden="true" />}>
          More filters
          <ActiveCount filters={filters} address={address} />
        </Button>
      )}
    >
      {() => (
        <>
          <LabelledFilters filters={filters} address={address} />
          <ClearFilters filters={filters} address={address} className="mt-3" />
        </>
      )}
    </Popover>
  );
}

/** On phones: the filters on a sheet, whose foot keeps the buttons within reach of the thumb. */
function FilterSheet({ filters, address, action }: HiddenFiltersProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        className="shrink-0"
        icon={<SlidersHorizontal aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        Filters
        <ActiveCount filters={filters} address={address} />
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title="Filters"
        description={null}
        footer={
          <>
            <ClearFilters filters={filters} address={address} />
            <Button variant="primary" onClick={close}>
              Show Results
            </Button>
          </>
        }
      >
        <LabelledFilters filters={filters} address={address} />
        {action != null && action !== false && <div className="mt-6 *:w-full">{action}</div>}
      </Dialog>
    </>
  );
}

type SomeFilters = Pick<HiddenFiltersProps, "filters" | "address">;

const countOf = ({ filters, address }: SomeFilters) =>
  filters.filter(([name]) => valueOf(address, name) !== "").length;

function ActiveCount(props: SomeFilters) {
  const count = countOf(props);
  if (count === 0) return null;
  return (
    <span className="rounded-full bg-accent-soft px-1.5 text-accent-text text-xs tabular-nums leading-5">
      {count}
      <span className="sr-only"> active</span>
    </span>
  );
}

const LabelledFilters = ({ filters, address }: SomeFilters) => (
  <div className="grid grid-cols-2 gap-3 *:col-span-2">
    {filters.map((filter) => (
      <OneFilter key={filter[0]} filter={filter} address={address} isLabelled />
    ))}
  </div>
);

function ClearFilters({ filters, address, className }: SomeFilters & { className?: string }) {
  return (
    <Button
      variant="ghost"
      size="sm"
      className={className}
      icon={<X aria-hidden="true" />}
      disabled={countOf({ filters, address }) === 0}
      onClick={() => address.set(Object.fromEntries(filters.map(([name]) => [name, ""])))}
    >
      Clear these filters
    </Button>
  );
}
