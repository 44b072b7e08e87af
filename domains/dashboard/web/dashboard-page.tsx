import { Suspense, useState } from "react";
import { myDayPath } from "#domains/field-work/paths.ts";
import { workOrdersPath } from "#domains/work-orders/paths.ts";
import { ArrowRight, Wrench } from "#web/icons.ts";
import { openFormState } from "#web/open-form-link.ts";
import { useCan, useUser } from "#web/session/session.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Section } from "#web/ui/section.tsx";
import { BuildingOverview } from "./building-overview.tsx";
import { ChartsLoading } from "./charts/charts-loading.tsx";
import { SetupChecklist } from "./checklist.tsx";
import { LeasingSummary } from "./leasing-summary.tsx";
import { NeedsLoading } from "./needs-you/needs-loading.tsx";
import { RecentDocuments } from "./recent/recent-documents.tsx";
import { RecentPayments } from "./recent/recent-payments.tsx";
import { RecentWorkOrders } from "./recent/recent-work-orders.tsx";
import { TenantDay } from "./tenant/tenant-day.tsx";
import { Totals } from "./totals.tsx";

const dateFormat = new Intl.DateTimeFormat("en-US", {
  weekday: "long",
  month: "long",
  day: "numeric",
  year: "numeric",
});

/** Formats a date as `Saturday, November 21, 2026`, in the viewer's time zone. */
const formatToday = (now: Date): string => dateFormat.format(now);

/** Loaded lazily, because only some roles need them. */
const MyWork = lazyPart(() => import("./my-work-card.tsx"));
const NeedsYou = lazyPart(() => import("./needs-you/needs-you.tsx"));
const Charts = lazyPart(() => import("./charts/charts.tsx"));

/** The dashboard (DASH-01 to DASH-29). Above the totals is the content each role needs most. */
export default function DashboardPage() {
  const { fullName, role } = useUser();
  const canDecide = useCan("people.approve");
  const canReadCharts = useCan("dashboard.read-charts");
  const canReadTenantDay = useCan("dashboard.read-tenant");
  const isTechnician = role === "maintenance" && canReadCharts;
  const canCreate = useCan("work-orders.create");
  const [now] = useState(() => new Date());
  return (
    <>
      <PageHeader
        title={`Welcome, ${fullName}`}
        note={formatToday(now)}
        action={
          isTechnician ? (
            <ButtonLink variant="primary" href={myDayPath}>
              My Day
              <ArrowRight aria-hidden="true" />
            </ButtonLink>
          ) : null
        }
      />
      <div className="space-y-6">
        {canReadTenantDay && <TenantDay />}
        {canDecide && <SetupChecklist />}
        {canDecide && (
          <Suspense fallback={<NeedsLoading />}>
            <NeedsYou />
          </Suspense>
        )}
        {canDecide && <LeasingSummary />}
        {isTechnician && (
          <Suspense fallback={<Section className="h-160" />}>
            <MyWork />
          </Suspense>
        )}
        <Totals />
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="min-w-0 space-y-6">
            <RecentWorkOrders />
            {role !== "maintenance" && <RecentPayments />}
          </div>
          <div className="grid min-w-0 items-start gap-6 md:max-xl:grid-cols-2">
            <BuildingOverview />
            <RecentDocuments />
          </div>
        </div>
        {canReadCharts && (
          <Suspense fallback={<ChartsLoading />}>
            <Charts />
          </Suspense>
        )}
        {canCreate && (
          <section
            aria-labelledby="call-to-action"
            className="flex flex-wrap items-center gap-4 rounded-card bg-accent-soft px-5 py-5"
          >
            <span
              aria-hidden="true"
              className="flex size-11 shrink-0 items-center justify-center rounded-full bg-surface text-accent-text"
            >
              <Wrench className="size-5" />
            </span>
            <div className="min-w-52 flex-1">
              <h2 id="call-to-action" className="text-section">
                Need maintenance or repairs?
              </h2>
              <p className="mt-0.5 text-ink-soft">
                A photo and a short description are all we need. You can check the status anytime.
              </p>
            </div>
            <ButtonLink href={workOrdersPath} state={openFormState} className="max-sm:w-full">
              Create Work Order
              <ArrowRight aria-hidden="true" />
            </ButtonLink>
          </section>
        )}
      </div>
    </>
  );
}
