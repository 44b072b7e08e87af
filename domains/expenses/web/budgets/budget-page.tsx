import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import { estimatesPath } from "#domains/recoveries/paths.ts";
import { reportPath } from "#domains/reports/paths.ts";
import { useProperties } from "#web/list/filters.tsx";
import { localToday } from "#web/local-today.ts";
import { endpointQuery } from "#web/query-client.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { RecordPage } from "#web/ui/page/record-page.tsx";
import { exportBudget, readBudget } from "../../budget-contract.ts";
import { billsPath, budgetPath, budgetsPath } from "../../paths.ts";
import { BudgetForm } from "./budget-form.tsx";

/** The budget of one property for one year, which are in the URL. */
export default function BudgetPage() {
  const properties = useProperties();
  const query = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const [isDirty, setIsDirty] = useState(false);
  const thisYear = Number(localToday().slice(0, 4));
  const year = Number(query.get("year")) || thisYear;
  const propertyId = Number(query.get("propertyId")) || properties[0]?.id;
  const years = [...new Set([thisYear - 2, thisYear - 1, thisYear, thisYear + 1, year])].sort(
    (a, b) => a - b,
  );
  return (
    <>
      <PageHeader
        back={{ href: billsPath, label: "Bills" }}
        title="Budgets"
        action={
          propertyId !== undefined && (
            <>
              <ButtonLink href={estimatesPath(propertyId, year)}>Estimates</ButtonLink>
              <ButtonLink href={`${reportPath("budget")}?propertyId=${propertyId}`}>
                Budget and Actual
              </ButtonLink>
              <ExportLink
                endpoint={exportBudget}
                params={{ id: propertyId, year }}
                query={undefined}
                noun="the budget"
              />
            </>
          )
        }
      />
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Field label="Property" className="w-60">
          <Select
            value={String(propertyId ?? "")}
            disabled={isDirty}
            onChange={({ target }) => navigate(budgetPath(Number(target.value), year), { replace: true })}
            options={properties.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        </Field>
        <Field label="Year" className="w-32">
          <Select
            value={String(year)}
            disabled={isDirty || propertyId === undefined}
            onChange={({ target }) =>
              navigate(budgetPath(propertyId ?? 0, Number(target.value)), { replace: true })
            }
            options={years.map((value) => ({ value: String(value), label: String(value) }))}
          />
        </Field>
        {isDirty && <p className="pb-2 text-ink-soft text-sm">Save or discard your changes to switch.</p>}
      </div>
      {propertyId === undefined ? (
        <EmptyState isPage title="No properties yet">
          Add a property to write its budget.
        </EmptyState>
      ) : (
        <LoadedBudget
          key={`${propertyId} ${year}`}
          propertyId={propertyId}
          year={year}
          onDirtyChange={setIsDirty}
        />
      )}
    </>
  );
}

interface LoadedBudgetProps {
  propertyId: number;
  year: number;
  onDirtyChange: (isDirty: boolean) => void;
}

function LoadedBudget({ propertyId, year, onDirtyChange }: LoadedBudgetProps) {
  const query = useQuery(endpointQuery(readBudget, { params: { id: propertyId, year } }));
  return (
    <RecordPage query={query} noun="budget" all={{ href: budgetsPath, label: "All budgets" }}>
      {(budget) => <BudgetForm key={budget.version} budget={budget} onDirtyChange={onDirtyChange} />}
    </RecordPage>
  );
}
