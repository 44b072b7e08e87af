import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import type { SentQueryOf } from "#shared/http/endpoint.ts";
import {
  Choice,
  type ControlProps,
  day,
  type FilterValues,
  recordId,
  searchText,
  useBuildings,
} from "#web/list/filters.tsx";
import { Combobox } from "#web/ui/combobox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { actionLabel, actionWords, areaLabels, areaOf, kindLabels } from "../actions.ts";
import type { listAudit } from "../contract.ts";
import { peopleQuery, personQuery } from "./queries.ts";

const name = z.string().check(z.regex(/^[a-z][a-z.-]{0,59}$/));

export const auditList = {
  filters: {
    q: searchText({ label: "Search the log", className: "sm:w-56", lettersMax: 200 }),
    /** An action such as `person.approved`, or an area such as `person`. */
    what: { schema: name, Control: WhatFilter },
    person: { schema: recordId, isQuiet: true, Control: PersonFilter },
    building: { schema: recordId, isQuiet: true, Control: BuildingFilter },
    kind: { schema: name, isQuiet: true, Control: KindFilter },
    /** By a link, with the kind of what it names. */
    id: { schema: z.string().check(z.regex(/^[^\s]{1,100}$/)), isQuiet: true },
    from: day({ label: "From day", notAfter: "to", isQuiet: true }),
    to: day({ label: "To day", notBefore: "from", isQuiet: true }),
  },
  pageSize: 50,
};

/** The query of the request. */
export const asQuery = ({
  what,
  person,
  kind,
  id,
  building,
  ...filters
}: FilterValues<typeof auditList.filters>): Omit<SentQueryOf<typeof listAudit>, "limit" | "cursor"> => ({
  ...(what === undefined ? {} : what.includes(".") ? { action: what } : { area: what }),
  ...(person === undefined ? {} : { actorId: person }),
  ...(kind === undefined ? {} : { subjectType: kind }),
  ...(id === undefined ? {} : { subjectId: id }),
  ...(building === undefined ? {} : { propertyId: building }),
  ...filters,
});

/** Areas with their actions. */
function WhatFilter({ value, set, isLabelled }: ControlProps) {
  const select = (
    <Select
      aria-label={isLabelled ? undefined : "Filter by action"}
      className={isLabelled ? undefined : "w-60"}
      placeholder="All actions"
      value={value}
      onChange={(event) => set(event.target.value)}
    >
      {Object.entries(areaLabels).map(([area, label]) => (
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
      ))}
    </Select>
  );
  return isLabelled ? <Field label="Action">{select}</Field> : select;
}

const anyone = { value: "", label: "Anyone" };

function PersonFilter({ value, set }: ControlProps) {
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
        onChange={set}
        onType={setTyped}
        placeholder="Anyone"
      />
    </Field>
  );
}

const anywhere = { value: "", label: "Any building" };

function BuildingFilter({ value, set }: ControlProps) {
  const buildings = useBuildings();
  return (
    <Field label="Building">
      <Combobox
        options={[
          anywhere,
          ...buildings.map(({ id, name, address }) => ({ value: String(id), label: name, detail: address })),
        ]}
        value={value}
        onChange={set}
        placeholder="Any building"
      />
    </Field>
  );
}

const kindOptions = Object.entries(kindLabels).map(([value, label]) => ({ value, label }));

function KindFilter(props: ControlProps) {
  const set = (kind: string) => props.address.set({ kind, id: "" });
  return <Choice {...props} label="Record" all="All records" options={kindOptions} set={set} />;
}
