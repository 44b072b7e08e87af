import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { auditPath, recordAuditPath } from "#domains/audit/paths.ts";
import { workOrderNumber } from "#shared/format/ids.ts";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { RecordPage } from "#web/ui/page/record-page.tsx";
import { Section } from "#web/ui/page/section.tsx";
import type { WorkOrder } from "../contract.ts";
import { ActivityLog } from "./activity/activity-log.tsx";
import { ActivitySection } from "./activity/activity-section.tsx";
import { Assignee } from "./assignment/assignee.tsx";
import { WorkOrderFiles } from "./files/work-order-files.tsx";
import { WorkOrderPhotos } from "./photos/work-order-photos.tsx";
import { deletedWorkOrderQuery, historyQuery } from "./queries.ts";
import { SignedBy } from "./signature/signature-panel.tsx";
import { TimeLog } from "./time-log/time-log.tsx";
import { StepLine } from "./view/step-line.tsx";
import {
  Reporter,
  WorkOrderDescription,
  WorkOrderDetails,
  WorkOrderTags,
  WorkOrderTitle,
} from "./view/work-order-details.tsx";

/**
 * The retained records of a deleted work order. Administrators get here from the audit log (decisions,
 * "Activity").
 */
export default function DeletedWorkOrderPage() {
  const id = Number(useParams().id);
  const order = useQuery(deletedWorkOrderQuery(id));
  return (
    <RecordPage query={order} noun="deleted work order" all={{ href: auditPath, label: "Audit log" }}>
      {(value) => <DeletedWorkOrder key={value.id} order={value} />}
    </RecordPage>
  );
}

function DeletedWorkOrder({ order }: { order: WorkOrder }) {
  const history = useQuery(historyQuery(order.id));
  return (
    <>
      <PageHeader
        back={{ href: recordAuditPath("work-order", order.id), label: "Audit log for this work order" }}
        title={`Deleted work order ${workOrderNumber(order.id)}`}
      />
      <Section title="Retained records" description="This work order can't be changed or restored.">
        <div className="grid gap-x-10 pt-3 lg:grid-cols-[minmax(0,1fr)_28rem]">
          <div className="min-w-0 space-y-4">
            <div>
              <WorkOrderTags order={order} />
              <WorkOrderTitle order={order} />
              <StepLine order={order} entries={history.data} className="mt-3" />
            </div>
            <WorkOrderPhotos order={order} />
            <WorkOrderDescription order={order} />
            <ActivitySection id={order.id}>
              <ActivityLog query={history} timeZone={order.timeZone} />
            </ActivitySection>
          </div>
          <div className="min-w-0">
            <Assignee order={order} />
            <Reporter order={order} />
            <WorkOrderDetails order={order} />
            <TimeLog order={order} />
            <Signatures order={order} />
            <WorkOrderFiles order={order} />
          </div>
        </div>
      </Section>
    </>
  );
}

/** All signatures, including those from before the work order was reopened. */
function Signatures({ order: { signatures, timeZone } }: { order: WorkOrder }) {
  if (signatures.length === 0) return null;
  return (
    <section aria-labelledby="signatures">
      <h3 id="signatures" className="flex min-h-11 items-center text-section">
        Signatures
      </h3>
      <ul className="space-y-4 pb-3">
        {signatures.map((signature) => (
          <li key={signature.id}>
            <SignedBy signature={signature} imageUrl={signature.url} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </section>
  );
}
