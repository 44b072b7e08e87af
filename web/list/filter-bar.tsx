import { type ReactNode, Suspense, useEffect, useState } from "react";
import { SlidersHorizontal, X } from "#web/icons.ts";
import type { Filter, Filters, ListUrl } from "#web/list/use-list-url.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Popover } from "#web/ui/overlays/popover.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { whenIdle } from "#web/when-idle.ts";

/** Loaded later because the first page needs no dialogs. */
const Dialog = lazyPart(() =>
  import("#web/ui/overlays/dialog.tsx").then((module) => ({ default: module.Dialog })),
);

/** Controls in the filter bar are smaller than in forms. */
const filterLineClasses =
  "pointer-fine:sm:[--control-sm:2.125rem] pointer-fine:sm:[--control-text:0.8125rem] pointer-fine:sm:[--control:2.125rem]";

interface FilterBarProps {
  filters: Filters;
  listUrl: ListUrl<Filters>;
  /** Set if the bar shares its line with other elements. By default it has its own line. */
  className?: string;
  /** The link on the right, which exports the list. */
  action?: ReactNode;
}

/**
 * The filters of a list in the order of their declaration. Secondary filters are behind a button. On phones,
 * so is everything except the search.
 */
export function FilterBar({ filters, listUrl, className, action }: FilterBarProps) {
  const isPhone = useIsPhone();
  const isHidden = ([name, { isSecondary }]: NamedFilter) => (isPhone ? name !== "q" : isSecondary === true);
  const namedFilters = Object.entries(filters).filter(([, { Control }]) => Control !== undefined);
  const hiddenFilters = namedFilters.filter(isHidden);
  const HiddenFilters = isPhone ? FilterSheet : QuietFilters;
  return (
    <div
      className={classes(
        "print:hidden",
        filterLineClasses,
        isPhone && "flex flex-nowrap! items-end gap-2 *:first:min-w-0",
        className ?? (isPhone ? "mb-3" : "mb-4 flex flex-wrap items-end gap-2"),
      )}
    >
      {namedFilters
        .filter((filter) => !isHidden(filter))
        .map((filter) => (
          <FilterControl key={filter[0]} filter={filter} listUrl={listUrl} isLabelled={false} />
        ))}
      {namedFilters.map(
        ([name, filter]) =>
          filter.Toggle !== undefined && (
            <FilterControl
              key={`${name}-toggle`}
              filter={[name, { ...filter, Control: filter.Toggle }]}
              listUrl={listUrl}
              isLabelled={false}
            />
          ),
      )}
      {hiddenFilters.length > 0 && (
        <HiddenFilters filters={hiddenFilters} listUrl={listUrl} action={action} />
      )}
      {action != null && action !== false && !(isPhone && hiddenFilters.length > 0) && (
        <div className={classes("flex gap-2", className === undefined && "sm:ml-auto")}>{action}</div>
      )}
    </div>
  );
}

type NamedFilter = [string, Filter];

interface FilterControlProps {
  filter: NamedFilter;
  listUrl: ListUrl<Filters>;
  isLabelled: boolean;
}

function FilterControl({ filter: [name, { Control }], listUrl, isLabelled }: FilterControlProps) {
  if (Control === undefined) return null;
  return (
    <Control
      value={getValue(listUrl, name)}
      set={(value) => listUrl.setFilters({ [name]: value })}
      listUrl={listUrl}
      isLabelled={isLabelled}
    />
  );
}

const getValue = (listUrl: ListUrl<Filters>, name: string): string => listUrl.filters[name] ?? "";

interface HiddenFiltersProps {
  filters: NamedFilter[];
  listUrl: ListUrl<Filters>;
  action: ReactNode;
}

function QuietFilters({ filters, listUrl }: HiddenFiltersProps) {
  return (
    <Popover
      label="More filters"
      className="p-4"
      trigger={(props) => (
        <Button {...props} size="sm" icon={<SlidersHorizontal aria-hidden="true" />}>
          More filters
          <ActiveCount filters={filters} listUrl={listUrl} />
        </Button>
      )}
    >
      {() => (
        <>
          <LabelledFilters filters={filters} listUrl={listUrl} />
          <ClearFilters filters={filters} listUrl={listUrl} className="mt-3" />
        </>
      )}
    </Popover>
  );
}

/** The filters on phones, in a sheet with its buttons at the bottom, within reach of the thumb. */
function FilterSheet({ filters, listUrl, action }: HiddenFiltersProps) {
  /** Undefined until it's opened for the first time. */
  const [isOpen, setIsOpen] = useState<boolean>();
  const close = () => setIsOpen(false);
  useEffect(() => whenIdle(() => void Dialog.preload().catch(() => undefined)), []);
  return (
    <>
      <Button
        size="sm"
        aria-haspopup="dialog"
        className="shrink-0"
        icon={<SlidersHorizontal aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        Filters
        <ActiveCount filters={filters} listUrl={listUrl} />
      </Button>
      {isOpen !== undefined && (
        <Suspense>
          <Dialog
            isOpen={isOpen}
            onClose={close}
            title="Filters"
            description={null}
            footer={
              <>
                <ClearFilters filters={filters} listUrl={listUrl} />
                <Button variant="primary" onClick={close}>
                  Show Results
                </Button>
              </>
            }
          >
            <LabelledFilters filters={filters} listUrl={listUrl} />
            {action != null && action !== false && <div className="mt-6 *:w-full">{action}</div>}
          </Dialog>
        </Suspense>
      )}
    </>
  );
}

type FilterSubset = Pick<HiddenFiltersProps, "filters" | "listUrl">;

const countActive = ({ filters, listUrl }: FilterSubset) =>
  filters.filter(([name]) => getValue(listUrl, name) !== "").length;

function ActiveCount(props: FilterSubset) {
  const count = countActive(props);
  if (count === 0) return null;
  return (
    <span className="rounded-full bg-accent-soft px-1.5 text-accent-text text-xs tabular-nums leading-5">
      {count}
      <span className="sr-only"> active</span>
    </span>
  );
}

const LabelledFilters = ({ filters, listUrl }: FilterSubset) => (
  <div className="grid grid-cols-2 gap-3 *:col-span-2">
    {filters.map((filter) => (
      <FilterControl key={filter[0]} filter={filter} listUrl={listUrl} isLabelled />
    ))}
  </div>
);

function ClearFilters({ filters, listUrl, className }: FilterSubset & { className?: string }) {
  return (
    <Button
      variant="ghost"
      size="sm"
      className={className}
      icon={<X aria-hidden="true" />}
      disabled={countActive({ filters, listUrl }) === 0}
      onClick={() => listUrl.setFilters(Object.fromEntries(filters.map(([name]) => [name, ""])))}
    >
      Clear filters
    </Button>
  );
}
