import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { workOrdersPath } from "#domains/work-orders/paths.ts";
import { ShortWorkOrderTable } from "#domains/work-orders/web/list/short-work-order-table.tsx";
import { Wrench } from "#web/icons.ts";
import { openFormState } from "#web/open-form-link.ts";
import { useCan } from "#web/session/session.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { useIsPhone } from "#web/ui/use-phone.ts";
import { recentWorkOrdersMax, recentWorkOrdersQuery } from "../queries.ts";
import { RecentList } from "./recent-list.tsx";

/**
 * The newest work orders (DASH-10 to DASH-12, DASH-24), with the columns of DASH-11, and the call to action of
 * DASH-25.
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
        count={recentWorkOrdersMax}
        rowHeight="h-(--row) max-sm:h-21"
        query={orders}
        empty="No work orders to display"
        action={canCreate && !isPhone && <CallToAction />}
      >
        {(rows) => (
          <div className="sm:text-sm">
            <ShortWorkOrderTable caption="Recent work orders" rows={rows.slice(0, recentWorkOrdersMax)} />
          </div>
        )}
      </RecentList>
      {canCreate && isPhone && <CallToAction isBlock />}
    </div>
  );
}

/** In the heading, or on a phone in a block of its own. */
function CallToAction({ isBlock = false }: { isBlock?: boolean }) {
  const question = "Need maintenance or repairs?";
  if (!isBlock)
    return (
      <section aria-label={question}>
        <span className="text-ink-soft">{question}</span>{" "}
        <Link
          href={workOrdersPath}
          state={openFormState}
          className="thumb rounded-sm font-medium text-accent-text hover:underline"
        >
          Create Work Order
        </Link>
      </section>
    );
  return (
    <section
      aria-label={question}
      className="mt-3 flex flex-wrap items-center gap-2 rounded-xl bg-sunken p-2"
    >
      <Wrench aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
      <p className="min-w-0 flex-1 font-semibold leading-[1.1875rem] tracking-tight">{question}</p>
      <ButtonLink
        href={workOrdersPath}
        state={openFormState}
        className="shrink-0 px-3 tracking-tight max-[22rem]:w-full"
      >
        Create Work Order
      </ButtonLink>
    </section>
  );
}
