import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal, X } from "#web/icons.ts";
import { useMay, useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { Field } from "#web/ui/field.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { Select } from "#web/ui/select.tsx";
import { ageLabels, ages } from "../ages.ts";
import { filterCategories } from "../categories.ts";
import { exportWorkOrders } from "../contract.ts";
import { filterPriorities, priorityFilterLabels } from "../priorities.ts";
import { filterStatuses, statusLabels } from "../status.ts";
import { boardFilters, type Filters, quietFilterNames, searchLettersMax } from "./filters.ts";
import { buildingsQuery } from "./queries.ts";
import type { ListControls } from "./use-list-address.ts";

const statusOptions = filterStatuses.map((value) => ({ value, label: statusLabels[value] }));
const categoryOptions = filterCategories.map((value) => ({ value, label: value }));

/** Table and board share the filters, but the board's columns are the states already (WO-12, WO-13). */
export function FilterBar({ address }: { address: ListControls }) {
  const { list, setFilters } = address;
  const { filters } = list;
  const set = (name: keyof Filters, value: string) => {
    const { [name]: _, ...rest } = filters;
    setFilters(value === "" ? rest : { ...rest, [name]: value });
  };
  return (
    <div className="flex flex-1 flex-wrap items-center gap-2 max-[90rem]:basis-full min-[90rem]:justify-end">
      <SearchBox
        label="Search work orders"
        maxLength={searchLettersMax}
        className="max-sm:basis-full max-[90rem]:grow sm:w-36 min-[90rem]:w-52"
        value={filters.q ?? ""}
        onSearch={(q) => set("q", q)}
      />
      {list.view === "table" && (
        <Select
          aria-label="Filter by Status"
          className="max-sm:basis-[calc(50%-0.25rem)] max-sm:grow sm:w-36 min-[90rem]:w-40"
          placeholder="All Statuses"
          options={statusOptions}
          value={filters.status ?? ""}
          onChange={(event) => set("status", event.target.value)}
        />
      )}
      <Select
        aria-label="Filter by Category"
        className="max-sm:basis-[calc(50%-0.25rem)] max-sm:grow sm:w-40 min-[90rem]:w-42"
        placeholder="All Categories"
        options={categoryOptions}
        value={filters.category ?? ""}
        onChange={(event) => set("category", event.target.value)}
      />
      <MoreFilters filters={filters} set={set} setFilters={setFilters} isTable={list.view === "table"} />
      {list.view === "table" && (
        <ExportLink endpoint={exportWorkOrders} query={filters} what="work orders" className="max-sm:grow" />
      )}
    </div>
  );
}

interface MoreFiltersProps {
  filters: Filters;
  set: (name: keyof Filters, value: string) => void;
  setFilters: (filters: Filters) => void;
  /** The board takes no age (see `boardFilters`). */
  isTable: boolean;
}

function MoreFilters({ filters, set, setFilters, isTable }: MoreFiltersProps) {
  const shown = isTable ? filters : boardFilters(filters);
  const count = quietFilterNames.filter((name) => shown[name] !== undefined).length;
  const clear = () => {
    const { priority: _p, age: _g, assignee: _a, propertyId: _b, sort: _s, ...rest } = filters;
    setFilters(rest);
  };
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
        <div className="space-y-3">
          <Field label="Priority">
            <Select
              placeholder="Any priority"
              options={filterPriorities.map((value) => ({ value, label: priorityFilterLabels[value] }))}
              value={filters.priority ?? ""}
              onChange={(event) => set("priority", event.target.value)}
            />
          </Field>
          {isTable && (
            <Field label="Open for">
              <Select
                placeholder="Any time"
                options={ages.map((value) => ({ value, label: ageLabels[value] }))}
                value={filters.age ?? ""}
                onChange={(event) => set("age", event.target.value)}
              />
            </Field>
          )}
          <AssigneeFilter value={filters.assignee ?? ""} onChange={(value) => set("assignee", value)} />
          <BuildingFilter value={filters.propertyId ?? ""} onChange={(value) => set("propertyId", value)} />
          <Field label="Order">
            <Select
              options={[
                { value: "", label: "Newest first" },
                { value: "oldest", label: "Oldest first" },
              ]}
              value={filters.sort ?? ""}
              onChange={(event) => set("sort", event.target.value)}
            />
          </Field>
          <Button
            variant="ghost"
            size="sm"
            icon={<X aria-hidden="true" />}
            disabled={count === 0}
            onClick={clear}
          >
            Clear these filters
          </Button>
        </div>
      )}
    </Popover>
  );
}

interface OneFilterProps {
  value: string;
  onChange: (value: string) => void;
}

function AssigneeFilter({ value, onChange }: OneFilterProps) {
  const { role } = useUser();
  if (role === "tenant") return null;
  return (
    <Field label="Assigned to">
      <Select
        placeholder="Anyone or nobody"
        options={[
          ...(role === "maintenance" ? [{ value: "me", label: "Me" }] : []),
          { value: "none", label: "Nobody yet" },
        ]}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

function BuildingFilter({ value, onChange }: OneFilterProps) {
  const mayList = useMay("buildings.list");
  const buildings = useQuery({ ...buildingsQuery, enabled: mayList }).data ?? [];
  if (buildings.length < 2) return null;
  return (
    <Field label="Building">
      <Select
        placeholder="All buildings"
        options={buildings.map(({ id: building, name }) => ({ value: String(building), label: name }))}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
