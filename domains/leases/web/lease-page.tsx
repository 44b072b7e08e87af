import { useQuery } from "@tanstack/react-query";
import { useLocation, useParams, useSearch } from "wouter";
import { DocumentsOf } from "#domains/documents/web/documents-of.tsx";
import { LeaseLedger } from "#domains/ledger/web/lease-ledger.tsx";
import { OrdersTable } from "#domains/work-orders/web/list/orders-table.tsx";
import { ApiError } from "#web/api-client.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { RecordPage } from "#web/layout/record-page.tsx";
import { paths } from "#web/paths.ts";
import { useMay } from "#web/session/session.tsx";
import { Card } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { TabPanel, Tabs } from "#web/ui/tabs.tsx";
import type { Lease } from "../contract.ts";
import { Certificates } from "./certificates.tsx";
import { LeaseActions } from "./lease-actions.tsx";
import { Account, Facts, History, Units } from "./lease-overview.tsx";
import { LeaseTimeline } from "./lease-timeline.tsx";
import { Members } from "./members.tsx";
import { leaseQuery, termsQuery } from "./queries.ts";
import { ScheduleTab } from "./schedule-tab.tsx";
import { TermsCard, type Writing, writings } from "./terms-card.tsx";
import { unitsInWords } from "./words.ts";

/** One lease: timeline, balance, certificates and terms, then schedule, people, ledger, documents, work orders and history. */
export default function LeasePage() {
  const mayRead = useMay("leases.read");
  const id = Number(useParams().id);
  const lease = useQuery({ ...leaseQuery(id), enabled: mayRead });
  if (!mayRead) return <AccessDenied />;
  return (
    <RecordPage query={lease} noun="lease" all={{ href: paths.leases, label: "All leases" }}>
      {(value) => <OneLease key={value.id} lease={value} />}
    </RecordPage>
  );
}

function OneLease({ lease }: { lease: Lease }) {
  const maySeeHistory = useMay("leases.edit");
  const seesMoney = useSeesMoney(lease.id);
  const tabs = tabsOf(lease, { ledger: seesMoney, schedule: seesMoney, history: maySeeHistory });
  const { tab, writing, goTo } = useAddress(tabs);
  return (
    <>
      <PageHeader
        back={{ href: paths.leases, label: "Leases" }}
        title={lease.company.name}
        description={`${lease.property.name} · ${unitsInWords(lease.units)}`}
        action={<LeaseActions lease={lease} />}
      />
      <div className="mb-4">
        <Tabs
          name="lease"
          label="About this lease"
          tabs={tabs}
          value={tab}
          onChange={(next) => goTo(next, null)}
        />
      </div>
      <TabPanel name="lease" value={tab} className="space-y-6">
        {tab === "overview" && (
          <>
            <LeaseTimeline lease={lease} />
            <div className="grid gap-6 *:min-w-0 xl:grid-cols-[2fr_1fr]">
              {seesMoney && lease.state !== "draft" && <Account leaseId={lease.id} />}
              <Certificates leaseId={lease.id} />
            </div>
            <Facts lease={lease} />
            {seesMoney && (
              <TermsCard lease={lease} writing={writing} onWrite={(next) => goTo("overview", next)} />
            )}
            <Units lease={lease} />
          </>
        )}
        {tab === "schedule" && <ScheduleTab lease={lease} />}
        {tab === "people" && <Members lease={lease} />}
        {tab === "ledger" && <LeaseLedger leaseId={lease.id} />}
        {tab === "documents" && (
          <Card>
            <DocumentsOf
              of={{ leaseId: String(lease.id) }}
              uploadTo={uploadTo(lease)}
              label="Documents of this lease"
            />
          </Card>
        )}
        {tab === "history" && <History leaseId={lease.id} />}
        {tab === "orders" && (
          <Card>
            <OrdersTable of={{ leaseId: String(lease.id) }} caption="Work orders of this lease" />
          </Card>
        )}
      </TabPanel>
    </>
  );
}

/** A document of a unit belongs to its present lease, so there are no uploads to an ended lease. */
function uploadTo({ state, property, units, today }: Lease) {
  const unit = units.find(({ from, to }) => from <= today && (to === null || today <= to));
  const isRunning = state === "active" || state === "notice";
  return isRunning && unit !== undefined ? { propertyId: property.id, unitId: unit.id } : undefined;
}

/** A former member may still read their own history, but no longer the terms. */
function useSeesMoney(leaseId: number): boolean {
  const may = useMay("terms.read");
  const { error } = useQuery({ ...termsQuery(leaseId), enabled: may });
  return may && !(error instanceof ApiError && error.status === 404);
}

const labels = {
  overview: "Overview",
  schedule: "Schedule",
  people: "People",
  ledger: "Ledger",
  documents: "Documents",
  orders: "Work Orders",
  history: "History",
} as const;
type Tab = keyof typeof labels;

/** Nothing is charged on a draft. */
const tabsOf = ({ state }: Lease, isSeen: Partial<Record<Tab, boolean>>): { value: Tab; label: string }[] =>
  (Object.keys(labels) as Tab[])
    .filter((tab) => isSeen[tab] !== false && (tab !== "ledger" || state !== "draft"))
    .map((value) => ({ value, label: labels[value] }));

/** The open tab, and which terms form is open, are in the address. */
function useAddress(tabs: readonly { value: Tab }[]) {
  const [path, navigate] = useLocation();
  const address = new URLSearchParams(useSearch());
  const tab = tabs.find(({ value }) => value === address.get("tab"))?.value ?? "overview";
  const writing = writings.find((value) => value === address.get("write")) ?? null;
  const goTo = (next: Tab, nextWriting: Writing | null) => {
    const search = new URLSearchParams({
      ...(next === "overview" ? {} : { tab: next }),
      ...(nextWriting === null ? {} : { write: nextWriting }),
    }).toString();
    // The form has an entry of history, so that going back closes it.
    navigate(search === "" ? path : `${path}?${search}`, { replace: nextWriting === null });
  };
  return { tab, writing, goTo };
}
