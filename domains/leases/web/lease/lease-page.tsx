import { useQuery } from "@tanstack/react-query";
import { useLocation, useParams, useSearch } from "wouter";
import { RelatedDocuments } from "#domains/documents/web/list/related-documents.tsx";
import { LeaseLedger } from "#domains/ledger/web/lease-ledger.tsx";
import { RelatedWorkOrders } from "#domains/work-orders/web/list/related-work-orders.tsx";
import { listUnitNumbers } from "#shared/format/place.ts";
import { ApiError } from "#web/api-client.ts";
import { useProperties } from "#web/list/filters.tsx";
import { useCan } from "#web/session/session.tsx";
import { Face } from "#web/ui/faces/face.tsx";
import { PropertyPhoto } from "#web/ui/faces/property-photo.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { RecordPage } from "#web/ui/page/record-page.tsx";
import { TabPanel, Tabs } from "#web/ui/page/tabs.tsx";
import type { Lease } from "../../contract.ts";
import { leasesPath } from "../../paths.ts";
import { formatUnits } from "../format.ts";
import { LeaseStateBadge } from "../lease-state-badge.tsx";
import { leaseQuery, termsQuery } from "../queries.ts";
import { ScheduleTab } from "../schedule/schedule-tab.tsx";
import { TermsCard } from "../terms/terms-card.tsx";
import { type TermsForm, termsForms } from "../terms/terms-forms.ts";
import { Certificates } from "./certificates.tsx";
import { LeaseActions } from "./lease-actions.tsx";
import { Account, History, LeaseSummary, People, Units } from "./lease-overview.tsx";
import { LeaseTimeline } from "./lease-timeline.tsx";
import { Members } from "./members.tsx";
import { OperatingExpenses } from "./operating-expenses.tsx";

/**
 * A lease. The overview has its timeline, balance, certificates, and terms. Tabs show its schedule, people,
 * ledger, documents, work orders, and history.
 */
export default function LeasePage() {
  const id = Number(useParams().id);
  const lease = useQuery(leaseQuery(id));
  return (
    <RecordPage query={lease} noun="lease" all={{ href: leasesPath, label: "All leases" }}>
      {(value) => <LeaseView key={value.id} lease={value} />}
    </RecordPage>
  );
}

function LeaseView({ lease }: { lease: Lease }) {
  const canSeeHistory = useCan("leases.edit");
  const canSeeMoney = useCanSeeMoney(lease.id);
  const tabs = getTabs(lease, { ledger: canSeeMoney, schedule: canSeeMoney, history: canSeeHistory });
  const { tab, openTermsForm, openTab } = useTabInUrl(tabs);
  const photo = useProperties().find(({ id }) => id === lease.property.id)?.image;
  return (
    <>
      <PageHeader
        back={{ href: leasesPath, label: "Leases" }}
        title={lease.company.name}
        leading={
          <>
            <PropertyPhoto
              image={photo}
              alt=""
              isSmall
              className="h-11.5 w-16! rounded-control max-sm:hidden"
            />
            <Face company={lease.company} size={40} />
          </>
        }
        note={
          <span className="flex flex-wrap items-center gap-x-2.5">
            {`${lease.property.name} · ${formatUnits(lease.units)}`}
            <LeaseStateBadge state={lease.state} />
          </span>
        }
        action={<LeaseActions lease={lease} />}
      />
      <div className="mb-4">
        <Tabs
          name="lease"
          label="About this lease"
          tabs={tabs}
          value={tab}
          onChange={(next) => openTab(next, null)}
        />
      </div>
      <TabPanel name="lease" value={tab} className="space-y-6">
        {tab === "overview" && (
          <>
            <LeaseTimeline lease={lease} />
            <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-[minmax(0,1fr)_20rem] xl:gap-8">
              <div className="space-y-6">
                {canSeeMoney && lease.state !== "draft" && <Account leaseId={lease.id} />}
                {canSeeMoney && (
                  <TermsCard
                    lease={lease}
                    openForm={openTermsForm}
                    onOpenForm={(next) => openTab("overview", next)}
                  />
                )}
                {canSeeMoney && <OperatingExpenses leaseId={lease.id} companyId={lease.company.id} />}
                <Units lease={lease} />
              </div>
              <div className="space-y-6">
                <People lease={lease} onShowAll={() => openTab("people", null)} />
                <Certificates leaseId={lease.id} />
                <LeaseSummary lease={lease} />
              </div>
            </div>
          </>
        )}
        {tab === "schedule" && <ScheduleTab lease={lease} />}
        {tab === "people" && <Members lease={lease} />}
        {tab === "ledger" && (
          <LeaseLedger
            leaseId={lease.id}
            lease={{
              company: lease.company.name,
              property: lease.property.name,
              units: listUnitNumbers(lease.units),
            }}
          />
        )}
        {tab === "documents" && (
          <RelatedDocuments
            record={{ leaseId: String(lease.id) }}
            uploadTo={getUploadTarget(lease)}
            label="Documents for this lease"
          />
        )}
        {tab === "history" && <History leaseId={lease.id} />}
        {tab === "orders" && (
          <RelatedWorkOrders filter={{ leaseId: String(lease.id) }} caption="Work orders for this lease" />
        )}
      </TabPanel>
    </>
  );
}

/**
 * A unit's document belongs to the unit's current lease, so documents can't be uploaded to an ended lease.
 */
function getUploadTarget({ state, property, units, today }: Lease) {
  const unit = units.find(({ from, to }) => from <= today && (to === null || today <= to));
  const isRunning = state === "active" || state === "notice";
  return isRunning && unit !== undefined ? { propertyId: property.id, unitId: unit.id } : undefined;
}

/** A former member can still read their own history, but not the terms. */
function useCanSeeMoney(leaseId: number): boolean {
  const canRead = useCan("terms.read");
  const { error } = useQuery({ ...termsQuery(leaseId), enabled: canRead });
  return canRead && !(error instanceof ApiError && error.status === 404);
}

const tabLabels = {
  overview: "Overview",
  schedule: "Schedule",
  people: "People",
  ledger: "Ledger",
  documents: "Documents",
  orders: "Work Orders",
  history: "History",
} as const;
type LeaseTab = keyof typeof tabLabels;

/** Drafts have no ledger because nothing is charged on them. */
const getTabs = (
  { state }: Lease,
  visibility: Partial<Record<LeaseTab, boolean>>,
): { value: LeaseTab; label: string }[] =>
  (Object.keys(tabLabels) as LeaseTab[])
    .filter((tab) => visibility[tab] !== false && (tab !== "ledger" || state !== "draft"))
    .map((value) => ({ value, label: tabLabels[value] }));

/** Keeps the open tab and the open terms form in the URL. */
function useTabInUrl(tabs: readonly { value: LeaseTab }[]) {
  const [path, navigate] = useLocation();
  const searchParams = new URLSearchParams(useSearch());
  const tab = tabs.find(({ value }) => value === searchParams.get("tab"))?.value ?? "overview";
  const openTermsForm = termsForms.find((value) => value === searchParams.get("write")) ?? null;
  const openTab = (nextTab: LeaseTab, nextTermsForm: TermsForm | null) => {
    const search = new URLSearchParams({
      ...(nextTab === "overview" ? {} : { tab: nextTab }),
      ...(nextTermsForm === null ? {} : { write: nextTermsForm }),
    }).toString();
    // The form gets its own history entry so that the back button closes it.
    navigate(search === "" ? path : `${path}?${search}`, { replace: nextTermsForm === null });
  };
  return { tab, openTermsForm, openTab };
}
