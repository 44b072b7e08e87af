import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useParams, useSearch } from "wouter";
import * as z from "zod/mini";
import { budgetPath } from "#domains/expenses/paths.ts";
import { formatMonth } from "#shared/format/dates.ts";
import { formatAmount } from "#shared/format/money.ts";
import type { SentQueryOf } from "#shared/http/endpoint.ts";
import { localToday } from "#web/local-today.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Input } from "#web/ui/forms/input.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { Figures } from "#web/ui/page/figures.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { RecordPage } from "#web/ui/page/record-page.tsx";
import {
  type Estimates,
  estimateSources,
  estimatesFilter,
  exportEstimates,
  type readEstimates,
} from "../../estimates-contract.ts";
import { estimatesPath, reconciliationPath, recoveriesPath } from "../../paths.ts";
import { estimatesQuery } from "../queries.ts";
import { AppliedEstimates } from "./applied-estimates.tsx";
import { EstimatesForm } from "./estimates-form.tsx";
import { SkippedEstimates } from "./skipped-estimates.tsx";

type EstimatesFilter = SentQueryOf<typeof readEstimates>;

/** The proposed monthly estimates of a property's year. The URL has the source they're calculated from. */
export default function EstimatesPage() {
  const { id = "", year = "" } = useParams();
  const search = useSearch();
  const query = useQuery({
    ...estimatesQuery(Number(id), Number(year), parseFilter(search)),
    placeholderData: keepPreviousData,
  });
  return (
    <RecordPage query={query} noun="property" all={{ href: recoveriesPath, label: "All properties" }}>
      {(estimates) => <EstimatesView key={`${id} ${year}`} latest={estimates} filter={parseFilter(search)} />}
    </RecordPage>
  );
}

/** Reads the filter from the URL, without values that the server would reject. */
function parseFilter(search: string): EstimatesFilter {
  const entries = Object.entries(estimatesFilter.shape).flatMap(([name, schema]) => {
    const text = new URLSearchParams(search).get(name);
    return text !== null && z.safeParse(schema, text).success ? [[name, text]] : [];
  });
  return Object.fromEntries(entries) as EstimatesFilter; // Object.fromEntries loses the keys.
}

interface EstimatesViewProps {
  latest: Estimates;
  filter: EstimatesFilter;
}

function EstimatesView({ latest, filter }: EstimatesViewProps) {
  // Edits belong to the amounts that they were made to. Amounts that arrive later are shown after a reset.
  const [edited, setEdited] = useState<Estimates | null>(null);
  const estimates = edited ?? latest;
  const { property, year, source, from, applied, costCents, notes, rows, skipped } = estimates;
  const current = sum(rows.map(({ currentCents }) => currentCents));
  const proposed = sum(rows.map(({ proposedCents }) => proposedCents));
  return (
    <>
      <PageHeader
        back={{ href: reconciliationPath(property.id, year - 1), label: `Reconciliation of ${year - 1}` }}
        title={property.name}
        tab={`Estimates for ${year}, ${property.name}`}
        note={`Monthly estimates for ${year}`}
        action={
          <>
            <ButtonLink href={budgetPath(property.id, year)}>{`Budget for ${year}`}</ButtonLink>
            <ExportLink
              endpoint={exportEstimates}
              params={{ id: property.id, year }}
              query={filter}
              noun="the estimates"
            />
          </>
        }
      />
      <EstimatesFilters estimates={estimates} filter={filter} isLocked={edited !== null} />
      <div className="space-y-6">
        {notes.length > 0 && costCents !== 0 && (
          <Banner kind="info" title="Check the costs before you apply the estimates">
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </Banner>
        )}
        {from === null ? (
          <EmptyState
            title={`Every month of ${year} is charged or closed`}
            action={
              <ButtonLink
                href={estimatesPath(property.id, year + 1)}
              >{`Estimates for ${year + 1}`}</ButtonLink>
            }
          >
            Estimates can change only for months that aren't charged yet.
          </EmptyState>
        ) : (
          <>
            {applied !== null && <AppliedEstimates applied={applied} from={from} />}
            <Figures
              label="Totals"
              figures={[
                { label: "Expected cost of the year", value: formatAmount(costCents) },
                { label: "Charged now", value: formatAmount(current), note: "a month" },
                { label: "Proposed", value: formatAmount(proposed), note: "a month" },
              ]}
            />
            {rows.length === 0 ? (
              <EmptyState
                title={
                  costCents === 0
                    ? `${source === "actual" ? `The bills for ${year - 1} have` : `The budget for ${year} has`} no recoverable costs`
                    : "No estimates to propose"
                }
              >
                {costCents === 0
                  ? "Calculate the estimates from other costs, or enter these first."
                  : "No lease has a share of these costs that can become a monthly charge."}
              </EmptyState>
            ) : (
              <EstimatesForm
                key={`${rows.map(({ version }) => version).join(" ")} ${from} ${proposed}`}
                estimates={estimates}
                from={from}
                onDirtyChange={(isDirty) => setEdited(isDirty ? estimates : null)}
              />
            )}
            {skipped.length > 0 && <SkippedEstimates skipped={skipped} />}
          </>
        )}
      </div>
    </>
  );
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

interface EstimatesFiltersProps {
  estimates: Estimates;
  filter: EstimatesFilter;
  /** Whether the amounts are edited, which another selection would discard. */
  isLocked: boolean;
}

function EstimatesFilters({ estimates, filter, isLocked }: EstimatesFiltersProps) {
  const { property, year, source, from, months } = estimates;
  const [, navigate] = useLocation();
  const change = (changes: EstimatesFilter) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...filter, ...changes }))
      if (value !== "") query.set(name, value);
    navigate(`${estimatesPath(property.id, year)}?${query}`, { replace: true });
  };
  const sourceLabels = { actual: `Actual costs for ${year - 1}`, budget: `Budget for ${year}` };
  return (
    <div className="mb-5 flex flex-wrap items-end gap-3">
      <Field label="Year" className="w-28">
        <Select
          value={String(year)}
          disabled={isLocked}
          options={listYears(year).map((value) => ({ value, label: value }))}
          onChange={({ target }) => navigate(estimatesPath(property.id, Number(target.value)))}
        />
      </Field>
      <Field label="Calculated from" className="w-56">
        <Select
          value={source}
          disabled={isLocked}
          options={estimateSources.map((value) => ({ value, label: sourceLabels[value] }))}
          onChange={({ target }) => change({ source: target.value as typeof source })}
        />
      </Field>
      <PercentField
        key={filter.percent}
        percent={filter.percent ?? ""}
        isLocked={isLocked}
        onChange={(percent) => change({ percent })}
      />
      {from !== null && (
        <Field label="Effective" className="w-48">
          <Select
            value={from}
            disabled={isLocked}
            options={months.map((value) => ({ value, label: formatMonth(value) }))}
            onChange={({ target }) => change({ from: target.value })}
          />
        </Field>
      )}
      {isLocked && (
        <p className="pb-2 text-ink-soft text-sm">Apply or discard your changes to calculate again.</p>
      )}
    </div>
  );
}

interface PercentFieldProps {
  percent: string;
  isLocked: boolean;
  onChange: (percent: string) => void;
}

/** By how much the costs are expected to change. Calculated again after Enter, or when the field is left. */
function PercentField({ percent, isLocked, onChange }: PercentFieldProps) {
  const [text, setText] = useState(percent);
  const trimmed = text.replace(/[%+\s]/g, "");
  const isValid = trimmed === "" || z.safeParse(estimatesFilter.shape.percent, trimmed).success;
  const commit = () => {
    if (isValid && trimmed !== percent) onChange(trimmed);
  };
  return (
    <Field
      label="Percent change"
      className="w-36"
      {...(!isValid && { error: "Enter a percentage from -100 to 100" })}
    >
      <Input
        inputMode="decimal"
        autoComplete="off"
        maxLength={8}
        placeholder="0"
        disabled={isLocked}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={commit}
        onKeyDown={({ key }) => key === "Enter" && commit()}
      />
    </Field>
  );
}

/** Returns this year, the next one, and the selected one. */
function listYears(selected: number): string[] {
  const thisYear = Number(localToday().slice(0, 4));
  return [...new Set([thisYear, thisYear + 1, selected])].sort((a, b) => a - b).map(String);
}
