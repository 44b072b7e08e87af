import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import * as z from "zod/mini";
import { listBuildings } from "#domains/properties/choices-contract.ts";
import { isDay } from "#shared/calendar.ts";
import { DayInput } from "#web/list/day-input.tsx";
import type { ListAddress } from "#web/list/use-list-address.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useMay } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Field } from "#web/ui/field.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { Select } from "#web/ui/select.tsx";

/**
 * One filter of a list: its allowed values and how they are chosen. A list declares each of its filters once; the address,
 * the bar above the list and the query that is sent follow from that.
 */
export interface Filter<Schema extends z.ZodMiniType<string> = z.ZodMiniType<string>> {
  schema: Schema;
  /** Draws it; a filter without it is set only by links, or drawn by the page, e.g. as tabs. */
  Control?: (props: ControlProps) => ReactNode;
  /** A button beside the search on every screen, for the value that some users set and take off all the time. */
  Toggle?: (props: ControlProps) => ReactNode;
  /** Behind `More filters`; on phones every filter but the search `q` is behind `Filters`. */
  isQuiet?: boolean;
  /** False when it does not filter anything out, e.g. the order of the rows. */
  isNarrowing?: boolean;
}
export type Filters = Readonly<Record<string, Filter>>;
export type FilterValues<Declared extends Filters> = {
  [Name in keyof Declared]?: z.output<Declared[Name]["schema"]>;
};

export interface ControlProps {
  /** Empty when the filter is not set. */
  value: string;
  set: (value: string) => void;
  /** For filters that depend on another one. */
  address: ListAddress<Filters>;
  /** Behind a button there is room for a visible label. */
  isLabelled: boolean;
}

export const recordId = z.string().check(z.regex(/^[1-9]\d{0,15}$/));
export const calendarDay = z.string().check(z.refine(isDay));
export const words = (lettersMax = 100) =>
  z.pipe(
    z.string(),
    z.transform((text: string) => text.trim().slice(0, lettersMax)),
  );

interface Look {
  label: string;
  className?: string;
}

export const searchText = ({ label, className, lettersMax = 100 }: Look & { lettersMax?: number }) => ({
  schema: words(lettersMax),
  Control: ({ value, set }: ControlProps) => (
    <SearchBox
      label={label}
      className={classes("max-sm:grow", className)}
      maxLength={lettersMax}
      value={value}
      onSearch={set}
    />
  ),
});

interface ChoiceLook<Value extends string> extends Look {
  /** The first choice, which does not filter: `All states`. */
  all: string;
  options: readonly { value: Value; label: string }[];
  isQuiet?: boolean;
  isNarrowing?: boolean;
}

export const choice = <const Value extends string>({
  all,
  options,
  isQuiet = false,
  isNarrowing = true,
  ...look
}: ChoiceLook<Value>) => ({
  schema: z.enum(options.map(({ value }) => value) as [Value, ...Value[]]),
  isQuiet,
  isNarrowing,
  Control: (props: ControlProps) => <Choice {...look} {...props} all={all} options={options} />,
});

interface ChoiceProps extends Omit<ChoiceLook<string>, "isQuiet" | "isNarrowing">, ControlProps {}

export function Choice({ label, className, all, options, value, set, isLabelled }: ChoiceProps) {
  const select = (
    <Select
      aria-label={isLabelled ? undefined : label}
      className={isLabelled ? undefined : className}
      placeholder={all}
      options={options}
      value={value}
      onChange={({ target }) => set(target.value)}
    />
  );
  return isLabelled ? <Field label={label}>{select}</Field> : select;
}

/** Set by links from the page of a record, and shown so that it can be cleared. */
export const oneRecord = (of: string) => ({
  schema: recordId,
  Control: ({ value, set }: ControlProps) =>
    value !== "" && <Button onClick={() => set("")}>{`One ${of}: show all`}</Button>,
});

/** One of the buildings within the access scope; offered when there are several. */
export const building = ({
  all = "All buildings",
  isQuiet = false,
  ...look
}: Look & { all?: string; isQuiet?: boolean }) => ({
  schema: recordId,
  isQuiet,
  Control: (props: ControlProps) => {
    const buildings = useBuildings();
    if (buildings.length < 2 && props.value === "") return null;
    const options = buildings.map(({ id, name }) => ({ value: String(id), label: name }));
    return <Choice {...look} {...props} all={all} options={options} />;
  },
});

export function useBuildings() {
  const mayList = useMay("buildings.list");
  return useQuery({ ...endpointQuery(listBuildings, {}), enabled: mayList }).data ?? [];
}

interface DayLook {
  label: string;
  /** The names of the filters it lies between. */
  notBefore?: string;
  notAfter?: string;
  isQuiet?: boolean;
}

export const day = ({ label, notBefore = "", notAfter = "", isQuiet = false }: DayLook) => ({
  schema: calendarDay,
  isQuiet,
  Control: ({ value, set, address, isLabelled }: ControlProps) => {
    const first = address.filters[notBefore] ?? "";
    return (
      <Field
        label={label}
        error={value !== "" && value < first ? "Before the first day" : undefined}
        className={isLabelled ? "col-span-1!" : undefined}
      >
        <DayInput
          className={isLabelled ? undefined : "w-36"}
          value={value}
          min={first}
          max={address.filters[notAfter]}
          onDay={set}
        />
      </Field>
    );
  },
});
