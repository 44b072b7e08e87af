import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { workOrderNumber } from "#shared/format/ids.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { RecordPage } from "#web/layout/record-page.tsx";
import { paths } from "#web/paths.ts";
import { useMay } from "#web/session/session.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { WorkOrder } from "../contract.ts";
import { ActivityLog } from "./activity-log.tsx";
import { OrderFacts, OrderHead } from "./order-facts.tsx";
import { OrderFiles } from "./order-files.tsx";
import { OrderPhotos } from "./order-photos.tsx";
import { deletedOrderQuery, historyQuery } from "./queries.ts";
import { SignedBy } from "./signature-panel.tsx";
import { Verification } from "./verification.tsx";
import { WorkTimes } from "./work-times.tsx";

/** What is kept of a deleted order: administrators come here from the audit log (decisions, "Activity"). */
export default function DeletedOrderPage() {
  const mayRead = useMay("work-orders.read-deleted");
  const id = Number(useParams().id);
  const order = useQuery({ ...deletedOrderQuery(id), enabled: mayRead });
  if (!mayRead) return <AccessDenied />;
  return (
    <RecordPage query={order} noun="deleted work order" all={{ href: paths.audit, label: "Audit log" }}>
      {(value) => <DeletedOrder key={value.id} order={value} />}
    </RecordPage>
  );
}

function DeletedOrder({ order }: { order: WorkOrder }) {
  const history = useQuery(historyQuery(order.id));
  return (
    <>
      <PageHeader
        back={{ href: paths.auditOf("work-order", order.id), label: "Audit log of this work order" }}
        title={`Deleted work order ${workOrderNumber(order.id)}`}
      />
      <Card>
        <CardHeader title="What is kept" description="Nobody can change or restore this work order." />
        <div className="grid gap-x-10 gap-y-6 px-4 pt-2 pb-5 sm:px-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="min-w-0 space-y-6">
            <OrderHead order={order} />
            <OrderPhotos order={order} />
            <OrderFiles order={order} />
            <section aria-labelledby="activity-log">
              <div className="mb-3 flex items-center justify-between gap-3">
                <h3 id="activity-log" className="text-base">
                  Activity Log
                </h3>
                <Verification id={order.id} />
              </div>
              <ActivityLog query={history} />
            </section>
          </div>
          <div className="min-w-0 space-y-6">
            <OrderFacts order={order} />
            <WorkTimes order={order} />
            <Signatures order={order} />
          </div>
        </div>
      </Card>
    </>
  );
}

/** All of them, also those before the work was reopened. */
function Signatures({ order: { signatures } }: { order: WorkOrder }) {
  if (signatures.length === 0) return null;
  return (
    <section aria-labelledby="signatures">
      <h3 id="signatures" className="mb-3 text-base">
        Signatures
      </h3>
      <ul className="space-y-4">
        {signatures.map((signature) => (
          <li key={signature.id} className="rounded-card border border-line p-3">
            <SignedBy signature={signature} imageUrl={signature.url} />
          </li>
        ))}
      </ul>
    </section>
  );
}
