import { useId } from "react";
import * as z from "zod/mini";
import { DateInput } from "#web/list/date-input.tsx";
import {
  Choice,
  calendarDay,
  createChoiceFilter,
  createDayFilter,
  createPropertyFilter,
  createRecordFilter,
  createSearchFilter,
} from "#web/list/filters.tsx";
import type { ControlProps, Filters, ListSchema } from "#web/list/use-list-url.ts";
import {
  agedSortLabels,
  getReportFacts,
  periodLabels,
  type ReportFilterName,
  type ReportName,
  type ReportPeriod,
  reportNames,
  workOrderGroups,
} from "../reports.ts";

const reportPeriods = Object.keys(periodLabels) as [ReportPeriod, ...ReportPeriod[]];

const toOptions = <Value extends string>(labels: Record<Value, string>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value: value as Value, label }));

const dateNames = ["on", "from", "to"] as const;

/** The labels of the period filter, for reports as of a date or between two dates. */
interface PeriodLabels {
  today: string;
  dates: string;
  format: (label: string) => string;
}

/**
 * The period, which moves with today's date. A chosen date takes precedence, and choosing a period removes
 * it.
 */
const createPeriodFilter = ({ today, dates, format }: PeriodLabels): Filters[string] => ({
  schema: z.enum(reportPeriods),
  Control: (props: ControlProps) => {
    const { setFilters, filters } = props.listUrl;
    const hasDates = dateNames.some((name) => (filters[name] ?? "") !== "");
    const periods = toOptions(periodLabels).map(({ value, label }) => ({ value, label: format(label) }));
    const noDates = Object.fromEntries(dateNames.map((name) => [name, ""]));
    return (
      <Choice
        {...props}
        label="Period"
        className="w-36 pointer-coarse:w-44"
        all={today}
        options={hasDates ? [...periods, { value: "dates", label: dates }] : periods}
        value={hasDates ? "dates" : props.value}
        set={(period) => period !== "dates" && setFilters({ ...noDates, period })}
      />
    );
  },
});

const controls = {
  propertyId: createPropertyFilter({ label: "Property", className: "w-44" }),
  period: createPeriodFilter({ today: "This month", dates: "Between dates", format: (label) => label }),
  on: { schema: calendarDay, Control: AsOfFilter },
  from: createDayFilter({ label: "From", notAfter: "to" }),
  to: createDayFilter({ label: "To", notBefore: "from" }),
  year: {
    schema: z.string().check(z.regex(/^(19|20|21)\d\d$/)),
    Control: createYearFilter("Last 12 months"),
  },
  overdue: createChoiceFilter({
    label: "Show",
    className: "w-34 pointer-coarse:w-44",
    all: "All balances",
    options: [{ value: "yes", label: "Overdue only" }],
  }),
  by: createChoiceFilter({
    label: "Group",
    className: "w-40",
    isNarrowing: false,
    all: "By property",
    options: toOptions(workOrderGroups),
  }),
  sort: createChoiceFilter({
    label: "Sort by",
    className: "w-46 pointer-coarse:w-56",
    isNarrowing: false,
    all: "Longest overdue first",
    options: toOptions(agedSortLabels),
  }),
  q: createSearchFilter({ label: "Search company or unit", className: "sm:w-40 sm:max-w-64 sm:grow" }),
  companyId: createRecordFilter("company"),
} satisfies Record<ReportFilterName, Filters[string]>;

/** For an as-of report, which uses the last date of the period. */
const asOfPeriod = createPeriodFilter({
  today: "Today",
  dates: "On a date",
  format: (label) => `End of ${label.toLowerCase()}`,
});

/** For reports on a whole year. */
const wholeYear = { ...controls.year, Control: createYearFilter("Last year") };

function pickControls(name: ReportName): Filters {
  const names = getReportFacts(name).filters;
  const getControl = (filter: ReportFilterName): Filters[string] =>
    filter === "period" && names.includes("on")
      ? asOfPeriod
      : filter === "year" && name !== "months"
        ? wholeYear
        : controls[filter];
  return Object.fromEntries(names.map((filter) => [filter, getControl(filter)]));
}

/** The filters of each report, which are in its URL. A report has no pages. */
export const getReportList = (name: ReportName): ListSchema<Filters> => lists[name];

const lists = Object.fromEntries(
  reportNames.map((name) => [name, { filters: pickControls(name), pageSize: 1 }]),
) as Record<ReportName, ListSchema<Filters>>;

/** The date of a report. The label says which date an empty field means. */
function AsOfFilter({ value, set, isLabelled, listUrl }: ControlProps) {
  const id = useId();
  const period = reportPeriods.find((name) => name === listUrl.filters["period"]);
  const emptyDate = period === undefined ? "today" : `the end of ${periodLabels[period].toLowerCase()}`;
  return (
    <div className={isLabelled ? "space-y-1.5" : "flex items-center gap-2"}>
      <label htmlFor={id} className={isLabelled ? "block font-medium" : "shrink-0 text-ink-soft"}>
        {value === "" ? `As of ${emptyDate}, or` : "As of"}
      </label>
      <DateInput
        id={id}
        className={isLabelled ? undefined : "w-44"}
        min="1900-01-01"
        max="2199-12-31"
        value={value}
        onDay={set}
      />
    </div>
  );
}

const yearsBack = 10;

/** A choice of years. `all` is the label of the period without one. */
function createYearFilter(all: string) {
  return (props: ControlProps) => (
    <Choice {...props} label="Year" className="w-48" all={all} options={getYearOptions(props.value)} />
  );
}

/**
 * The years up to next year, which already has charges posted. An earlier year is included if the URL has it.
 */
function getYearOptions(selected: string) {
  const next = new Date().getFullYear() + 1;
  const years = Array.from({ length: yearsBack }, (_, back) => String(next - back));
  const all = selected === "" || years.includes(selected) ? years : [...years, selected];
  return all.map((year) => ({ value: year, label: year }));
}
