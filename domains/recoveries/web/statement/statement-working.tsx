import type { ReactNode } from "react";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatAmount } from "#shared/format/money.ts";
import { Disclosure } from "#web/ui/page/disclosure.tsx";
import { Figures } from "#web/ui/page/figures.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { Table } from "#web/ui/tables/table.tsx";
import {
  type CategoryBill,
  type ExplainedPart,
  previousEstimatesLabel,
  type RecoveryStatement,
} from "../../reconciliation-contract.ts";

type StatementPool = RecoveryStatement["pools"][number];

interface StatementWorkingProps {
  statement: RecoveryStatement;
  /** Renders the invoice number of a bill, with a link to what the user can see of it. */
  renderInvoice: (bill: CategoryBill) => ReactNode;
  /** Renders what can be done about the share of a pool. */
  renderAction?: (pool: StatementPool) => ReactNode;
  /** Shown between the totals and the pools. */
  children?: ReactNode;
}

/** The amounts of a statement, and how each of them is calculated. For managers and tenants alike (REC-04, REC-14). */
export function StatementWorking({
  statement,
  renderInvoice,
  renderAction,
  children,
}: StatementWorkingProps) {
  const { year, pools, totalCents, estimatesBilledCents, estimatesPaidCents, dueCents } = statement;
  const { previousEstimatesCents = 0 } = statement;
  return (
    <>
      <Figures
        label="Totals"
        figures={[
          { label: `Share of ${year}`, value: formatAmount(totalCents) },
          {
            label: "Estimates billed",
            value: formatAmount(estimatesBilledCents - previousEstimatesCents),
            note: `${formatAmount(estimatesPaidCents)} paid`,
          },
          ...(previousEstimatesCents === 0
            ? []
            : [{ label: previousEstimatesLabel, value: formatAmount(previousEstimatesCents) }]),
          {
            // An issued amount can have been paid since. The ledger shows what is due.
            label: describeDue(statement),
            value: formatAmount(Math.abs(dueCents)),
            note: "The share less the estimates billed",
          },
        ]}
      />
      {children}
      {pools.map((pool) => (
        <Section
          key={pool.id}
          title={`${pool.name}: ${formatAmount(pool.cents)}`}
          description={`${formatCalendarDay(pool.from)} to ${formatCalendarDay(pool.to)}`}
          action={renderAction?.(pool)}
        >
          {pool.parts.length === 0 ? (
            <p className="py-3 text-ink-soft">The lease has no rule for this pool, or doesn't pay for it.</p>
          ) : (
            pool.parts.map((part) => (
              <Part
                key={part.from}
                part={part}
                name={pool.name}
                isOnly={pool.parts.length === 1}
                renderInvoice={renderInvoice}
              />
            ))
          )}
        </Section>
      ))}
    </>
  );
}

type Category = ExplainedPart["categories"][number];

interface PartProps extends Pick<StatementWorkingProps, "renderInvoice"> {
  part: ExplainedPart;
  name: string;
  isOnly: boolean;
}

/** The days with one rule: the rule, the clause, the categories, and the steps of the calculation. */
function Part({ part, name, isOnly, renderInvoice }: PartProps) {
  const { from, to, rule, clause, categories, steps } = part;
  const span = `${formatCalendarDay(from)} to ${formatCalendarDay(to)}`;
  const isShared = categories.every(
    ({ isExcluded, cents, sharedCents }) => !isExcluded && cents === sharedCents,
  );
  return (
    <div className="space-y-3 py-3">
      {!isOnly && <h3 className="font-semibold">{span}</h3>}
      <div className="max-w-[80ch]">
        {rule.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {clause !== "" && (
          <blockquote className="wrap-anywhere mt-1 whitespace-pre-line border-line border-l-2 pl-3 text-ink-soft">
            {clause}
          </blockquote>
        )}
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        {categories.length > 0 && (
          <Table
            caption={`Categories in ${name}, ${span}`}
            columns={[
              { key: "name", header: "Category", cell: ({ name: category }) => category, phoneSlot: "title" },
              {
                key: "cents",
                header: "Cost",
                align: "end",
                cell: ({ cents }) => formatAmount(cents),
                phoneSlot: isShared ? "figure" : "line",
              },
              // Without exclusions and adjustments, the cost is the shared amount.
              ...(isShared
                ? []
                : [
                    {
                      key: "shared",
                      header: "Shared",
                      align: "end" as const,
                      cell: ({ isExcluded, sharedCents }: Category) =>
                        isExcluded ? "Excluded" : formatAmount(sharedCents),
                      phoneSlot: "figure" as const,
                    },
                  ]),
            ]}
            rows={categories}
            rowKey={({ id }) => id}
          />
        )}
        <Table
          caption={`Calculation of ${name}, ${span}`}
          columns={[
            { key: "label", header: "Step", cell: ({ label }) => label, phoneSlot: "title" },
            { key: "text", header: "How", cell: ({ text }) => text, phoneSlot: "line" },
            {
              key: "cents",
              header: "Amount",
              align: "end",
              cell: ({ cents }) => (cents === null ? "" : formatAmount(cents)),
              phoneSlot: "figure",
            },
          ]}
          rows={steps}
          rowKey={({ label, text }) => `${label} ${text}`}
          look={({ label }) => (label === "Amount" ? "total" : undefined)}
        />
      </div>
      <Bills categories={categories} caption={`Bills in ${name}, ${span}`} renderInvoice={renderInvoice} />
    </div>
  );
}

interface BillsProps extends Pick<StatementWorkingProps, "renderInvoice"> {
  categories: ExplainedPart["categories"];
  caption: string;
}

/** The bills of the categories, which are hidden until someone asks for them. */
function Bills({ categories, caption, renderInvoice }: BillsProps) {
  const bills = categories.flatMap(({ name, bills: ofCategory }) =>
    ofCategory.map((bill) => ({ ...bill, category: name })),
  );
  if (bills.length === 0) return null;
  return (
    <Disclosure
      title={bills.length === 1 ? "1 bill" : `${bills.length} bills`}
      isInitiallyOpen={false}
      mustBeOpen={false}
    >
      <Table
        caption={caption}
        columns={[
          { key: "vendor", header: "Vendor", cell: ({ vendor }) => vendor, phoneSlot: "title" },
          { key: "category", header: "Category", cell: ({ category }) => category, phoneSlot: "line" },
          {
            key: "number",
            header: "Invoice",
            cell: renderInvoice,
            phoneSlot: "line",
          },
          {
            key: "date",
            header: "Date",
            cell: ({ billedOn }) => formatCalendarDay(billedOn),
            phoneSlot: "line",
          },
          {
            key: "cents",
            header: "In this year",
            align: "end",
            cell: ({ cents }) => formatAmount(cents),
            phoneSlot: "figure",
          },
        ]}
        rows={bills}
        rowKey={({ id, categoryId }) => `${id} ${categoryId}`}
      />
    </Disclosure>
  );
}

function describeDue({ dueCents, isDraft }: Pick<RecoveryStatement, "dueCents" | "isDraft">): string {
  if (dueCents < 0) return "Credit";
  return isDraft ? "Due" : "Charged in total";
}
