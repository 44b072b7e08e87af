import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Link } from "wouter";
import { billStateLabels } from "#domains/expenses/bill-states.ts";
import { listBills } from "#domains/expenses/contract.ts";
import { billPath } from "#domains/expenses/paths.ts";
import { formatCalendarDay } from "#shared/format/dates.ts";
import { formatCents, toCents } from "#shared/format/money.ts";
import { Plus } from "#web/icons.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useCan } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import type { WorkOrder } from "../../contract.ts";
import { FoldingPart } from "./folding-part.tsx";

const AddBill = lazyPart(() =>
  import("#domains/expenses/web/bills/bill-dialogs.tsx").then((module) => ({ default: module.AddBill })),
);

/** What vendors billed for a work order, for landlords and administrators (EXP-12). */
export function WorkOrderBills({ order, isRow = false }: { order: WorkOrder; isRow?: boolean }) {
  const [isAdding, setIsAdding] = useState(false);
  const canRead = useCan("expenses.read");
  const canAdd = useCan("expenses.write") && order.status === "completed";
  const canWrite = useIsServerReachable();
  const { data: bills = [] } = useQuery({
    ...endpointQuery(listBills, { query: { workOrderId: String(order.id) } }),
    enabled: canRead,
  });
  if (!canRead || (bills.length === 0 && !canAdd)) return null;
  return (
    <FoldingPart
      title="Bills"
      summary={bills.length === 0 ? "None yet" : String(bills.length)}
      isFoldable={isRow}
      className="print:hidden"
    >
      {bills.length > 0 && (
        <ul className="mb-4 divide-y divide-line border-line border-b">
          {bills.map(({ id, vendor, billedOn, totalCents, state }) => (
            <li key={id} className="flex items-baseline justify-between gap-3 py-2">
              <div className="min-w-0">
                <Link href={billPath(id)} className="thumb font-medium hover:underline wrap-anywhere">
                  {vendor.name}
                </Link>
                <p className="text-ink-soft text-sm">
                  {`${formatCalendarDay(billedOn)}, ${billStateLabels[state].toLowerCase()}`}
                </p>
              </div>
              <span className="font-medium tabular-nums">{formatCents(toCents(totalCents))}</span>
            </li>
          ))}
        </ul>
      )}
      {canAdd && (
        <Button
          size="sm"
          disabled={!canWrite}
          icon={<Plus aria-hidden="true" />}
          onClick={() => setIsAdding(true)}
        >
          Add Bill
        </Button>
      )}
      <Suspense>
        {isAdding && (
          <AddBill
            start={{ propertyId: order.property.id, workOrder: order }}
            onAdded={() => setIsAdding(false)}
            onClose={() => setIsAdding(false)}
          />
        )}
      </Suspense>
    </FoldingPart>
  );
}
