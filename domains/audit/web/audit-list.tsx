import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { listPeople, readPerson } from "#domains/people/people-contract.ts";
import { type SentQueryOf } from "#shared/http/endpoint.ts";
import { Choice, createDayFilter, createSearchFilter, recordId, useProperties } from "#web/list/filters.tsx";
import type { ControlProps, FilterValues } from "#web/list/use-list-url.ts";
import { endpointQuery } from "#web/query-client.ts";
import { Combobox } from "#web/ui/forms/combobox.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { actionWords, areaLabels, getActionLabel, getArea, subjectTypeLabels } from "../actions.ts";
import { type listAudit } from "../contract.ts";

const name = z.string().check(z.regex(/^[a-z][a-z.-]{0,59}$/));

export const auditList = {
  filters: {
    q: createSearchFilter({ label: "Search names and changes", className: "sm:w-64", maxLetters: 200 }),
    /** An action such as `person.approved`, or an area such as `person`. */
    what: { schema: name, Control: ActionFilter },
    person: { schema: recordId, isSecondary: true, Control: PersonFilter },
    property: { schema: recordId, isSecondary: true, Control: PropertyFilter },
    kind: { schema: name, isSecondary: true, Control: RecordTypeFilter },
    /** Set by a link, together with the record type. */
    id: { schema: z.string().check(z.regex(/^[^\s]{1,100}$/)), isSecondary: true },
    from: createDayFilter({ label: "From", notAfter: "to", isSecondary: true }),
    to: createDayFilter({ label: "To", notBefore: "from", isSecondary: true }),
  },
  pageSize: 50,
};

/** Converts the filters to the query of the request. */
export const toQuery = ({
  what,
  person,
  kind,
  id,
  property,
  ...filters
}: FilterValues<typeof auditList.filters>): Omit<SentQueryOf<typeof listAudit>, "limit" | "cursor"> => ({
  ...(what === undefined ? {} : what.includes(".") ? { action: what } : { area: what }),
  ...(person === undefined ? {} : { actorId: person }),
  ...(kind === undefined ? {} : { subjectType: kind }),
  ...(id === undefined ? {} : { subjectId: id }),
  ...(property === undefined ? {} : { propertyId: property }),
  ...filters,
});

/** Filters by area or action. */
function ActionFilter({ value, set, isLabelled }: ControlProps) {
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
          <option value={area}>{`All ${label.charAt(0).toLowerCase()}${label.slice(1)}`}</option>
          {Object.keys(actionWords)
            .filter((action) => getArea(action) === area)
            .map((action) => (
              <option key={action} value={action}>
                {getActionLabel(action)}
              </option>
            ))}
        </optgroup>
      ))}
    </Select>
  );
  return isLabelled ? <Field label="Action">{select}</Field> : select;
}

const anyoneOption = { value: "", label: "Anyone" };

function PersonFilter({ value, set }: ControlProps) {
  const [typedText, setTypedText] = useState("");
  const matches = useQuery(peopleQuery(typedText.trim().slice(0, 100))).data ?? [];
  const selected = useQuery({ ...personQuery(value), enabled: value !== "" }).data;
  const people =
    selected === undefined ? matches : [selected, ...matches.filter(({ id }) => id !== selected.id)];
  return (
    <Field label="Done by">
      <Combobox
        options={[
          anyoneOption,
          ...people.map(({ id, fullName, email }) => ({ value: String(id), label: fullName, detail: email })),
        ]}
        value={value}
        onChange={set}
        onType={setTypedText}
        placeholder="Anyone"
      />
    </Field>
  );
}

const anyPropertyOption = { value: "", label: "Any property" };

function PropertyFilter({ value, set }: ControlProps) {
  const properties = useProperties();
  return (
    <Field label="Property">
      <Combobox
        options={[
          anyPropertyOption,
          ...properties.map(({ id, name, address }) => ({ value: String(id), label: name, detail: address })),
        ]}
        value={value}
        onChange={set}
        placeholder="Any property"
      />
    </Field>
  );
}

const subjectTypeOptions = Object.entries(subjectTypeLabels).map(([value, label]) => ({ value, label }));

function RecordTypeFilter(props: ControlProps) {
  const set = (kind: string) => props.listUrl.setFilters({ kind, id: "" });
  return <Choice {...props} label="Record" all="All records" options={subjectTypeOptions} set={set} />;
}

/** Up to 50 people whose name or email contains the typed text. */
const peopleQuery = (text: string) =>
  queryOptions({
    ...endpointQuery(listPeople, { query: { limit: "50", q: text } }),
    placeholderData: (previousPeople) => previousPeople,
  });

const personQuery = (id: string) => endpointQuery(readPerson, { params: { id } });
