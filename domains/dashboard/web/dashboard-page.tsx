import { Suspense, useState } from "react";
import { toBegin } from "#web/begin.ts";
import { ArrowRight, Wrench } from "#web/icons.ts";
import { paths } from "#web/paths.ts";
import { useMay, useUser } from "#web/session/session.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { BuildingOverview } from "./building-overview.tsx";
import { ChartsLoading } from "./charts-loading.tsx";
import { SetUpChecklist } from "./checklist.tsx";
import { Figures } from "./figures.tsx";
import { formatToday } from "./greeting.ts";
import { LettingFigures } from "./letting-figures.tsx";
import { NeedsLoading } from "./needs-loading.tsx";
import { RecentDocuments } from "./recent-documents.tsx";
import { RecentOrders } from "./recent-orders.tsx";
import { RecentPayments } from "./recent-payments.tsx";
import { TenantDay } from "./tenant-day.tsx";

/** Loaded later: each is for some of the roles only. */
const MyWork = lazyPart(() => import("./my-work-card.tsx"));
const NeedsYou = lazyPart(() => import("./needs-you.tsx"));
const Charts = lazyPart(() => import("./charts.tsx"));

/** DASH-01 to DASH-29; above the figures is what each role comes for. */
export default function DashboardPage() {
  const { fullName, role } = useUser();
  const mayDecide = useMay("people.approve");
  const mayReadCharts = useMay("dashboard.read-charts");
  const mayReadTenantDay = useMay("dashboard.read-tenant");
  const isTechnician = role === "maintenance" && mayReadCharts;
  const mayCreate = useMay("work-orders.create");
  const [now] = useState(() => new Date());
  return (
    <>
      <PageHeader
        title={`Welcome, ${fullName}`}
        description={formatToday(now)}
        action={
          isTechnician ? (
            <ButtonLink variant="primary" href={paths.myDay}>
              My Day
              <ArrowRight aria-hidden="true" />
            </ButtonLink>
          ) : null
        }
      />
      <div className="space-y-6">
        {mayReadTenantDay && <TenantDay />}
        {mayDecide && <SetUpChecklist />}
        {mayDecide && (
          <Suspense fallback={<NeedsLoading />}>
            <NeedsYou />
          </Suspense>
        )}
        {mayDecide && <LettingFigures />}
        {isTechnician && (
          <Suspense fallback={<Card className="h-160" />}>
            <MyWork />
          </Suspense>
        )}
        <Figures />
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="min-w-0 space-y-6">
            <RecentOrders />
            {role !== "maintenance" && <RecentPayments />}
          </div>
          <div className="grid min-w-0 items-start gap-6 md:max-xl:grid-cols-2">
            <BuildingOverview />
            <RecentDocuments />
          </div>
        </div>
        {mayReadCharts && (
          <Suspense fallback={<ChartsLoading />}>
            <Charts />
          </Suspense>
        )}
        {mayCreate && (
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
              <h2 id="call-to-action" className="text-lg leading-6">
                Need maintenance or repairs?
              </h2>
              <p className="mt-0.5 text-ink-soft">
                A photo and two sentences are enough. You see at any time where it stands.
              </p>
            </div>
            <ButtonLink href={paths.workOrders} state={toBegin} className="max-sm:w-full">
              Create Work Order
              <ArrowRight aria-hidden="true" />
            </ButtonLink>
          </section>
        )}
      </div>
    </>
  );
}
