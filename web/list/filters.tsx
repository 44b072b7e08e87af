import { useQuery } from "@tanstack/react-query";

import * as z from "zod/mini";
import { listPropertyOptions } from "#domains/properties/choices-contract.ts";
import { isDay } from "#shared/calendar.ts";
import { DateInput } from "#web/list/date-input.tsx";
import type { ControlProps } from "#web/list/use-list-url.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useCan } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { SearchBox } from "#web/ui/forms/search-box.tsx";
import { Select } from "#web/ui/forms/select.tsx";

export const recordId = z.string().check(z.regex(/^[1-9]\d{0,15}$/));
export const calendarDay = z.string().check(z.refine(isDay));
export const searchTextSchema = (maxLetters = 100) =>
  z.pipe(
    z.string(),
    z.transform((text: string) => text.trim().slice(0, maxLetters)),
  );

interface FilterAppearance {
  label: string;
  className?: string;
}

export const createSearchFilter = ({
  label,
  className,
  maxLetters = 100,
}: FilterAppearance & { maxLetters?: number }) => ({
  schema: searchTextSchema(maxLetters),
  Control: ({ value, set }: ControlProps) => (
    <SearchBox
      label={label}
      className={classes("max-sm:grow", className)}
      maxLength={maxLetters}
      value={value}
      onSearch={set}
    />
  ),
});

interface ChoiceOptions<Value extends string> extends FilterAppearance {
  /** The first option, which doesn't filter, such as `All statuses`. */
  all: string;
  options: readonly { value: Value; label: string }[];
  isSecondary?: boolean;
  isNarrowing?: boolean;
}

export const createChoiceFilter = <const Value extends string>({
  all,
  options,
  isSecondary = false,
  isNarrowing = true,
  ...choiceProps
}: ChoiceOptions<Value>) => ({
  schema: z.enum(options.map(({ value }) => value) as [Value, ...Value[]]),
  isSecondary,
  isNarrowing,
  Control: (props: ControlProps) => <Choice {...choiceProps} {...props} all={all} options={options} />,
});

interface ChoiceProps extends Omit<ChoiceOptions<string>, "isSecondary" | "isNarrowing">, ControlProps {}

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

/** A filter for one record, set by links from other pages. It's shown so that the user can clear it. */
export const createRecordFilter = (noun: string) => ({
  schema: recordId,
  Control: ({ value, set }: ControlProps) =>
    value !== "" && <Button onClick={() => set("")}>{`Filtered to one ${noun}. Show all`}</Button>,
});

/** A filter for one of the properties the user can access. Offered only if there is more than one. */
export const createPropertyFilter = ({
  all = "All properties",
  isSecondary = false,
  ...choiceProps
}: FilterAppearance & { all?: string; isSecondary?: boolean }) => ({
  schema: recordId,
  isSecondary,
  Control: (props: ControlProps) => {
    const properties = useProperties();
    if (properties.length < 2 && props.value === "") return null;
    const options = properties.map(({ id, name }) => ({ value: String(id), label: name }));
    return <Choice {...choiceProps} {...props} all={all} options={options} />;
  },
});

export function useProperties() {
  const canList = useCan("buildings.list");
  return useQuery({ ...endpointQuery(listPropertyOptions, {}), enabled: canList }).data ?? [];
}

interface DayFilterOptions {
  label: string;
  /** The names of the filters with the earliest and the latest date. */
  notBefore?: string;
  notAfter?: string;
  isSecondary?: boolean;
}

export const createDayFilter = ({
  label,
  notBefore = "",
  notAfter = "",
  isSecondary = false,
}: DayFilterOptions) => ({
  schema: calendarDay,
  isSecondary,
  Control: ({ value, set, listUrl, isLabelled }: ControlProps) => {
    const earliestDay = listUrl.filters[notBefore] ?? "";
    return (
      <Field
        label={label}
        error={value !== "" && value < earliestDay ? "Must be on or after the start date" : undefined}
        className={isLabelled ? "col-span-1!" : undefined}
      >
        <DateInput
          className={isLabelled ? undefined : "w-36"}
          value={value}
          min={earliestDay}
          max={listUrl.filters[notAfter]}
          onDay={set}
        />
      </Field>
    );
  },
});
