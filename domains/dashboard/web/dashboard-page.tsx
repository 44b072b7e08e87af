import { Suspense, useState } from "react";
import { myDayPath } from "#domains/field-work/paths.ts";
import { ArrowRight } from "#web/icons.ts";
import { useCan, useUser } from "#web/session/session.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { Lead } from "#web/ui/page/lead.tsx";
import { SectionBoundary } from "#web/ui/page/page-boundary.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { BuildingOverview } from "./building-overview.tsx";
import { ChartsLoading } from "./charts/charts-loading.tsx";
import { NeedsLoading } from "./needs-you/needs-loading.tsx";
import { PortfolioFigures } from "./portfolio-figures.tsx";
import { RecentDocuments } from "./recent/recent-documents.tsx";
import { RecentPayments } from "./recent/recent-payments.tsx";
import { RecentWorkOrders } from "./recent/recent-work-orders.tsx";
import { TenantDay } from "./tenant/tenant-day.tsx";
import { TenantHero } from "./tenant/tenant-hero.tsx";
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
const PortfolioLead = lazyPart(() => import("./portfolio-lead.tsx"));
const Charts = lazyPart(() => import("./charts/charts.tsx"));

/** The dashboard (DASH-01 to DASH-29), with the content each role needs first. */
export default function DashboardPage() {
  const { fullName } = useUser();
  const [now] = useState(() => new Date());
  const homeProps = { greeting: `Welcome, ${fullName}`, date: formatToday(now) };
  return useCan("dashboard.read-tenant") ? <TenantHome {...homeProps} /> : <StaffHome {...homeProps} />;
}

interface HomeProps {
  greeting: string;
  date: string;
}

/** The content and a rail of 320 px. On narrower screens, the rail comes after the content. */
const railGridClasses = "grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,1fr)_20rem] xl:gap-x-8";

function TenantHome({ greeting, date }: HomeProps) {
  const isPhone = useIsPhone();
  if (isPhone)
    return (
      <>
        <title>{`${greeting} · Property Management Portal`}</title>
        <SectionBoundary>
          <TenantHero greeting={greeting} date={date} />
        </SectionBoundary>
        <div className="relative -mx-1 -mt-7 mb-5 [&>*>section:not(:first-child)]:mx-1">
          <SectionBoundary>
            <TenantDay />
          </SectionBoundary>
        </div>
        <div className="space-y-5">
          <SectionBoundary>
            <RecentWorkOrders />
          </SectionBoundary>
          <SectionBoundary>
            <Totals />
          </SectionBoundary>
          <SectionBoundary>
            <RecentPayments />
          </SectionBoundary>
          <SectionBoundary>
            <RecentDocuments />
          </SectionBoundary>
        </div>
      </>
    );
  return (
    <>
      <PageHeader title={greeting} note={date} />
      <div className="space-y-6">
        <div className={railGridClasses}>
          <SectionBoundary>
            <TenantDay />
          </SectionBoundary>
          <SectionBoundary>
            <BuildingOverview />
          </SectionBoundary>
        </div>
        <SectionBoundary>
          <Totals />
        </SectionBoundary>
        <div className={railGridClasses}>
          <div className="min-w-0 space-y-6">
            <SectionBoundary>
              <RecentWorkOrders />
            </SectionBoundary>
            <SectionBoundary>
              <RecentPayments />
            </SectionBoundary>
          </div>
          <SectionBoundary>
            <RecentDocuments />
          </SectionBoundary>
        </div>
      </div>
    </>
  );
}

function StaffHome({ greeting, date }: HomeProps) {
  const isTechnician = useUser().role === "maintenance";
  const isManager = useCan("people.approve");
  const canReadCharts = useCan("dashboard.read-charts");
  const myDay = (
    // Phones have it in the tab bar.
    <ButtonLink
      variant="primary"
      href={myDayPath}
      icon={<ArrowRight aria-hidden="true" />}
      className="max-sm:hidden"
    >
      My Day
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title={greeting} note={date} action={isTechnician && canReadCharts ? myDay : undefined} />
      {/* On narrower screens, figures come before the building, and charts last. */}
      <div className={railGridClasses}>
        {isManager ? (
          <SectionBoundary>
            <Suspense fallback={<NeedsLoading />}>
              <PortfolioLead />
            </Suspense>
          </SectionBoundary>
        ) : (
          canReadCharts && (
            <SectionBoundary>
              <Suspense fallback={<Lead className="h-66" />}>
                <MyWork />
              </Suspense>
            </SectionBoundary>
          )
        )}
        <div className="max-xl:order-1">
          <SectionBoundary>
            <BuildingOverview />
          </SectionBoundary>
        </div>
        <div className="xl:col-span-full">
          {isManager && (
            <SectionBoundary>
              <PortfolioFigures />
            </SectionBoundary>
          )}
          <div className={isManager ? undefined : "border-line border-t"}>
            <SectionBoundary>
              <Totals />
            </SectionBoundary>
          </div>
        </div>
        <div className="min-w-0 max-xl:order-2">
          <SectionBoundary>
            <RecentWorkOrders />
          </SectionBoundary>
        </div>
        <div className="min-w-0 max-xl:order-2">
          <SectionBoundary>
            <RecentDocuments />
          </SectionBoundary>
        </div>
        {canReadCharts && (
          <div className="grid min-w-0 grid-cols-1 content-start items-start gap-6 max-xl:order-4 xl:grid-cols-[minmax(0,1fr)_16.5rem] xl:gap-8 xl:*:only:col-span-full">
            <SectionBoundary>
              <Suspense fallback={<ChartsLoading />}>
                <Charts />
              </Suspense>
            </SectionBoundary>
          </div>
        )}
        {!isTechnician && (
          <div className="min-w-0 max-xl:order-3">
            <SectionBoundary>
              <RecentPayments />
            </SectionBoundary>
          </div>
        )}
      </div>
    </>
  );
}
