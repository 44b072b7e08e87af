import { useQuery } from "@tanstack/react-query";

import * as z from "zod/mini";
import { listBuildings } from "#domains/properties/choices-contract.ts";
import { isDay } from "#shared/calendar.ts";
import { DateInput } from "#web/list/date-input.tsx";
import type { ControlProps } from "#web/list/use-list-address.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useCan } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { SearchBox } from "#web/ui/forms/search-box.tsx";
import { Select } from "#web/ui/forms/select.tsx";

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
  /** The first option, which doesn't filter: `All statuses`. */
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
  ...choiceProps
}: ChoiceLook<Value>) => ({
  schema: z.enum(options.map(({ value }) => value) as [Value, ...Value[]]),
  isQuiet,
  isNarrowing,
  Control: (props: ControlProps) => <Choice {...choiceProps} {...props} all={all} options={options} />,
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

/** Set by links from a record's page, and shown so that it can be cleared. */
export const oneRecord = (noun: string) => ({
  schema: recordId,
  Control: ({ value, set }: ControlProps) =>
    value !== "" && <Button onClick={() => set("")}>{`Filtered to one ${noun}. Show all`}</Button>,
});

/** One of the properties the user can access. Offered only if there are several. */
export const building = ({
  all = "All properties",
  isQuiet = false,
  ...choiceProps
}: Look & { all?: string; isQuiet?: boolean }) => ({
  schema: recordId,
  isQuiet,
  Control: (props: ControlProps) => {
    const buildings = useBuildings();
    if (buildings.length < 2 && props.value === "") return null;
    const options = buildings.map(({ id, name }) => ({ value: String(id), label: name }));
    return <Choice {...choiceProps} {...props} all={all} options={options} />;
  },
});

export function useBuildings() {
  const canList = useCan("buildings.list");
  return useQuery({ ...endpointQuery(listBuildings, {}), enabled: canList }).data ?? [];
}

interface DayLook {
  label: string;
  /** The names of the filters that bound it. */
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
        error={value !== "" && value < first ? "Must be on or after the start date" : undefined}
        className={isLabelled ? "col-span-1!" : undefined}
      >
        <DateInput
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
