import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listBuildings } from "#domains/properties/choices-contract.ts";
import { SlidersHorizontal, X } from "#web/icons.ts";
import { endpointQuery } from "#web/query-client.ts";
import { Button } from "#web/ui/button.tsx";
import { Combobox } from "#web/ui/combobox.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { Select } from "#web/ui/select.tsx";
import { actionLabel, actionWords, areaLabels, areaOf, kindLabels } from "../actions.ts";
import { exportAudit } from "../contract.ts";
import { type AuditAddress, asQuery, type AuditFilters as Filters } from "./address.ts";
import { peopleQuery, personQuery } from "./queries.ts";

/** Behind `More filters`. */
const quiet = ["person", "building", "kind", "id", "from", "to"] as const satisfies (keyof Filters)[];

export function AuditFilters({ address: { filters, setFilters } }: { address: AuditAddress }) {
  const count = quiet.filter((name) => filters[name] !== "" && name !== "id").length;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <SearchBox
        label="Search the log"
        className="max-sm:basis-full sm:w-56"
        value={filters.q}
        maxLength={200}
        onSearch={(q) => setFilters({ q })}
      />
      <Select
        aria-label="Filter by what was done"
        className="max-sm:basis-full sm:w-60"
        placeholder="Everything that was done"
        value={filters.what}
        onChange={(event) => setFilters({ what: event.target.value })}
      >
        <WhatChoices />
      </Select>
      <Popover
        label="More filters"
        align="start"
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
        {() => <MoreFilters filters={filters} setFilters={setFilters} count={count} />}
      </Popover>
      <div className="max-sm:flex max-sm:grow sm:ml-auto">
        <ExportLink endpoint={exportAudit} query={asQuery(filters)} what="the log" className="max-sm:grow" />
      </div>
    </div>
  );
}

/** Areas, and in each what can happen there. */
const WhatChoices = () =>
  Object.entries(areaLabels).map(([area, label]) => (
    <optgroup key={area} label={label}>
      <option value={area}>{label}: all</option>
      {Object.keys(actionWords)
        .filter((action) => areaOf(action) === area)
        .map((action) => (
          <option key={action} value={action}>
            {actionLabel(action)}
          </option>
        ))}
    </optgroup>
  ));

interface MoreFiltersProps {
  filters: Filters;
  setFilters: (change: Partial<Filters>) => void;
  count: number;
}

function MoreFilters({ filters, setFilters, count }: MoreFiltersProps) {
  const isBackwards = filters.from !== "" && filters.to !== "" && filters.from > filters.to;
  return (
    <div className="space-y-3">
      <PersonFilter value={filters.person} onChange={(person) => setFilters({ person })} />
      <BuildingFilter value={filters.building} onChange={(building) => setFilters({ building })} />
      <Field label="Done to">
        <Select
          placeholder="Anything"
          options={Object.entries(kindLabels).map(([value, label]) => ({ value, label }))}
          value={filters.kind}
          onChange={(event) => setFilters({ kind: event.target.value, id: "" })}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label="From day">
          <Input
            type="date"
            value={filters.from}
            max={filters.to || undefined}
            onChange={(event) => setFilters({ from: event.target.value })}
          />
        </Field>
        <Field label="To day" error={isBackwards ? "Before the first day" : undefined}>
          <Input
            type="date"
            value={filters.to}
            min={filters.from || undefined}
            onChange={(event) => setFilters({ to: event.target.value })}
          />
        </Field>
      </div>
      <Button
        variant="ghost"
        size="sm"
        icon={<X aria-hidden="true" />}
        disabled={count === 0}
        onClick={() => setFilters({ person: "", building: "", kind: "", id: "", from: "", to: "" })}
      >
        Clear these filters
      </Button>
    </div>
  );
}

interface OneFilterProps {
  value: string;
  onChange: (value: string) => void;
}

const anyone = { value: "", label: "Anyone" };

function PersonFilter({ value, onChange }: OneFilterProps) {
  const [typed, setTyped] = useState("");
  const found = useQuery(peopleQuery(typed.trim().slice(0, 100))).data ?? [];
  const chosen = useQuery({ ...personQuery(value), enabled: value !== "" }).data;
  const people = chosen === undefined ? found : [chosen, ...found.filter(({ id }) => id !== chosen.id)];
  return (
    <Field label="Done by">
      <Combobox
        options={[
          anyone,
          ...people.map(({ id, fullName, email }) => ({ value: String(id), label: fullName, detail: email })),
        ]}
        value={value}
        onChange={onChange}
        onType={setTyped}
        placeholder="Anyone"
      />
    </Field>
  );
}

const anywhere = { value: "", label: "Any building" };

function BuildingFilter({ value, onChange }: OneFilterProps) {
  const buildings = useQuery(endpointQuery(listBuildings, {})).data ?? [];
  return (
    <Field label="Building">
      <Combobox
        options={[
          anywhere,
          ...buildings.map(({ id, name, address }) => ({ value: String(id), label: name, detail: address })),
        ]}
        value={value}
        onChange={onChange}
        placeholder="Any building"
      />
    </Field>
  );
}
