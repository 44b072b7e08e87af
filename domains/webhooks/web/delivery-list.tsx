import { useState } from "react";
import { formatMoment } from "#shared/format/dates.ts";
import { FilterBar } from "#web/list/filter-bar.tsx";
import { createChoiceFilter } from "#web/list/filters.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { pageSizes, useListUrl } from "#web/list/use-list-url.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { Button } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { SectionHeader } from "#web/ui/page/section.tsx";
import { type Column, Table } from "#web/ui/tables/table.tsx";
import {
  type Delivery,
  deliveryStates,
  exportDeliveries,
  listDeliveries,
  type Webhook,
} from "../contract.ts";
import { useRedeliver } from "./mutations.ts";
import { DeliveryState, deliveryStateLabels } from "./webhook-state.tsx";

const deliveryList = {
  filters: {
    state: createChoiceFilter({
      label: "Filter by status",
      className: "w-44",
      all: "All statuses",
      options: deliveryStates.map((value) => ({ value, label: deliveryStateLabels[value] })),
    }),
  },
  pageSize: 25,
  pageSizes,
  name: "deliveries",
};
const refreshMs = 5_000;

/** A webhook's deliveries, polled while they are on the screen. */
export function DeliveryList({ webhook }: { webhook: Webhook }) {
  const listUrl = useListUrl(deliveryList);
  const query = { ...listUrl.filters, webhookId: String(webhook.id) };
  const list = useList(listDeliveries, listUrl, query, {
    refetchOnMount: "always",
    refetchInterval: refreshMs,
  });
  const [openDelivery, setOpenDelivery] = useState<Delivery | null>(null);
  return (
    <>
      <ListView
        list={list}
        label="Deliveries"
        header={
          <>
            <SectionHeader
              title="Deliveries"
              description="Last 30 days, newest first."
              action={<ExportLink endpoint={exportDeliveries} query={query} noun="deliveries" />}
            />
            <FilterBar
              filters={deliveryList.filters}
              listUrl={listUrl}
              className="flex flex-wrap gap-2 px-(--inset) pt-4 pb-4"
            />
          </>
        }
        itemNoun="deliveries"
        errorTitle="Couldn't load deliveries."
        skeleton={3}
        emptyState={
          <EmptyState title="No deliveries yet">
            Deliveries appear here when an event occurs. Use “Send test” to send one now.
          </EmptyState>
        }
      >
        {(rows) => (
          <Table
            caption="Deliveries"
            columns={getColumns(setOpenDelivery)}
            rows={rows}
            rowKey={({ id }) => id}
            onOpen={setOpenDelivery}
          />
        )}
      </ListView>
      {openDelivery !== null && (
        <DeliveryDialog
          delivery={list.rows?.find(({ id }) => id === openDelivery.id) ?? openDelivery}
          canRedeliver={webhook.state === "active"}
          onClose={() => setOpenDelivery(null)}
        />
      )}
    </>
  );
}

const getColumns = (onOpen: (delivery: Delivery) => void): Column<Delivery>[] => [
  {
    key: "kind",
    header: "Event",
    phoneSlot: "title",
    cell: ({ kind }) => <span className="font-medium">{kind}</span>,
  },
  {
    key: "when",
    header: "Time",
    phoneSlot: "line",
    className: "lg:whitespace-nowrap",
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatMoment(createdAt)}</time>,
  },
  {
    key: "state",
    header: "Status",
    phoneSlot: "badge",
    cell: ({ state }) => <DeliveryState state={state} />,
  },
  {
    key: "response",
    header: "Response",
    phoneSlot: "hidden",
    className: "sm:w-1/3",
    cell: ({ responseStatus, problem, durationMs }) => (
      <span className="wrap-anywhere">
        {problem ?? responseStatus ?? ""}
        {durationMs !== null && (
          <span className="text-ink-soft"> in {durationMs.toLocaleString("en-US")} ms</span>
        )}
      </span>
    ),
  },
  {
    key: "attempts",
    header: "Attempts",
    phoneSlot: "hidden",
    align: "end",
    cell: ({ attempts }) => attempts,
  },
  {
    key: "open",
    header: "Actions",
    phoneSlot: "hidden",
    isHeaderHidden: true,
    align: "end",
    cell: (delivery) => (
      <Button
        size="sm"
        aria-label={`Open ${delivery.kind}, ${formatMoment(delivery.createdAt)}`}
        onClick={() => onOpen(delivery)}
      >
        Open
      </Button>
    ),
  },
];

interface DeliveryDialogProps {
  delivery: Delivery;
  canRedeliver: boolean;
  onClose: () => void;
}

function DeliveryDialog({ delivery, canRedeliver, onClose }: DeliveryDialogProps) {
  const redeliver = useRedeliver();
  const canWrite = useIsServerReachable();
  const { kind, state, eventId, attempts, lastAttemptAt, nextAttemptAt, problem, responseStatus } = delivery;
  const { responseStart, durationMs } = delivery;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sheet"
      title={kind}
      titleAside={<DeliveryState state={state} />}
      description={eventId}
      footer={
        (state === "delivered" || state === "failed") &&
        canRedeliver && (
          <Button
            variant="primary"
            disabled={!canWrite}
            isBusy={redeliver.isPending}
            onClick={() => redeliver.mutate(delivery, { onSuccess: onClose })}
          >
            Resend
          </Button>
        )
      }
    >
      <div className="space-y-5">
        {lastAttemptAt !== null && (
          <p>
            {attempts === 1 ? "1 attempt" : `${attempts} attempts`}, last {formatMoment(lastAttemptAt)},{" "}
            {durationMs?.toLocaleString("en-US")} ms. {problem ?? `Response: ${responseStatus}.`}
            {nextAttemptAt !== null && ` Next attempt ${formatMoment(nextAttemptAt)}.`}
          </p>
        )}
        <CodeBlock title="Sent">{JSON.stringify(JSON.parse(delivery.body), null, 2)}</CodeBlock>
        {responseStart !== null && responseStart !== "" && (
          <CodeBlock title="Start of response">{responseStart}</CodeBlock>
        )}
      </div>
    </Dialog>
  );
}

const CodeBlock = ({ title, children }: { title: string; children: string }) => (
  <section>
    <h3 className="mb-1.5 text-base">{title}</h3>
    <pre className="wrap-anywhere whitespace-pre-wrap rounded-control bg-sunken px-3 py-2.5 font-mono text-sm">
      {children}
    </pre>
  </section>
);
