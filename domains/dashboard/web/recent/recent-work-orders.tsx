import { useQuery } from "@tanstack/react-query";
import { workOrdersPath } from "#domains/work-orders/paths.ts";
import { ShortWorkOrderTable } from "#domains/work-orders/web/list/short-work-order-table.tsx";
import { Wrench } from "#web/icons.ts";
import { openFormState } from "#web/open-form-link.ts";
import { useCan } from "#web/session/session.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { maxRecentWorkOrders, recentWorkOrdersQuery } from "../queries.ts";
import { RecentList } from "./recent-list.tsx";

/**
 * The newest work orders, with a button that reports a problem (DASH-10 to DASH-12, DASH-24,
 * DASH-25).
 */
export function RecentWorkOrders() {
  const orders = useQuery(recentWorkOrdersQuery);
  const canCreate = useCan("work-orders.create");
  const isPhone = useIsPhone();
  return (
    <div>
      <RecentList
        title="Recent Work Orders"
        noun="work orders"
        href={workOrdersPath}
        placeholderCount={maxRecentWorkOrders}
        rowHeight="h-(--row) max-sm:h-21"
        query={orders}
        emptyTitle="No work orders to display"
        action={canCreate && !isPhone && <CallToAction />}
      >
        {(rows) => (
          <div className="sm:text-sm">
            <ShortWorkOrderTable caption="Recent work orders" rows={rows.slice(0, maxRecentWorkOrders)} />
          </div>
        )}
      </RecentList>
      {canCreate && isPhone && <CallToAction />}
    </div>
  );
}

/** Shown in the heading, or below it on a phone. */
function CallToAction() {
  const isPhone = useIsPhone();
  const question = "Need maintenance or repairs?";
  return (
    <section
      aria-label={question}
      className="flex flex-wrap items-center gap-x-1 gap-y-2 max-sm:mt-3 max-sm:rounded-xl max-sm:bg-sunken max-sm:p-2"
    >
      <Wrench aria-hidden="true" className="mr-1 size-5 shrink-0 text-ink-soft sm:hidden" />
      <p className="min-w-0 flex-1 text-ink-soft max-sm:font-semibold max-sm:text-ink">{question}</p>
      <ButtonLink
        href={workOrdersPath}
        state={openFormState}
        size="sm"
        variant={isPhone ? "secondary" : "link"}
        className="max-[22rem]:w-full"
      >
        Create Work Order
      </ButtonLink>
    </section>
  );
}
