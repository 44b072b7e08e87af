import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Redirect, useSearchParams } from "wouter";
import { workOrderNumber } from "#shared/format/ids.ts";
import { CalendarRange, Columns3, Plus, Table2 } from "#web/icons.ts";
import { FilterBar } from "#web/list/filter-bar.tsx";
import { useMyColumns } from "#web/list/my-columns.tsx";
import { replacedByUser, useListUrl } from "#web/list/use-list-url.ts";
import { useOpenFormLink } from "#web/open-form-link.ts";
import { useCan } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { ExportLink } from "#web/ui/export-link.tsx";
import { PageSpinner } from "#web/ui/feedback/spinner.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { TabPanel, Tabs } from "#web/ui/page/tabs.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import { exportWorkOrders, type WorkOrder } from "../contract.ts";
import { useInitialView } from "./list/initial-view.ts";
import { optionalWorkOrderColumns } from "./list/work-order-columns.tsx";
import { boardFilters, weekFilters, workOrderList } from "./list/work-order-list.tsx";
import { WorkOrderTable } from "./list/work-order-table.tsx";
import { PendingReports } from "./offline-queue/pending-reports.tsx";
import { workOrderQuery } from "./queries.ts";
import type { OpenDialog } from "./view/dialog-path.ts";
import { useWorkOrderDialog } from "./view/use-work-order-dialog.ts";

const Board = lazyPart(() => import("./board/board.tsx").then((module) => ({ default: module.Board })));
const WeekPlan = lazyPart(() =>
  import("./week/week-plan.tsx").then((module) => ({ default: module.WeekPlan })),
);
const ViewsMenu = lazyPart(() =>
  import("./list/views-menu.tsx").then((module) => ({ default: module.ViewsMenu })),
);
const ReportForm = lazyPart(() =>
  import("./report/report-form.tsx").then((module) => ({ default: module.ReportForm })),
);
const ReportedNotice = lazyPart(() =>
  import("./report/reported-notice.tsx").then((module) => ({ default: module.ReportedNotice })),
);
const WorkOrderDialogs = lazyPart(() =>
  import("./view/work-order-dialogs.tsx").then((module) => ({ default: module.WorkOrderDialogs })),
);

/** Loads the board together with the page if the link opens it. `Board` shows the error if that fails. */
export const preloadView = (): Promise<unknown> =>
  isBoard(location.search) ? Board.preload().catch(() => undefined) : Promise.resolve();

const isBoard = (search: string) => new URLSearchParams(search).get("view") === "board";

const views = [
  { value: "table", label: "Table View", icon: <Table2 aria-hidden="true" /> },
  { value: "board", label: "Kanban Board", icon: <Columns3 aria-hidden="true" /> },
  { value: "week", label: "Week", icon: <CalendarRange aria-hidden="true" /> },
] as const;

export default function WorkOrdersPage() {
  const orderDialog = useWorkOrderDialog();
  const [reportedOrder, setReportedOrder] = useState<WorkOrder | null>(null);
  const initialView = useInitialView();
  if (initialView !== "here" && orderDialog.dialog.kind === "none")
    return initialView === "waiting" ? (
      <PageSpinner />
    ) : (
      <Redirect to={initialView.path} replace state={history.state as object | null} />
    );
  return <WorkOrders {...orderDialog} reportedOrder={reportedOrder} onReported={setReportedOrder} />;
}

interface WorkOrdersProps extends ReturnType<typeof useWorkOrderDialog> {
  /** The work order that was just reported here. */
  reportedOrder: WorkOrder | null;
  onReported: (order: WorkOrder | null) => void;
}

/** The list as a table or board, with the report form above it and dialogs over it. */
function WorkOrders({ dialog, open, close, reportedOrder, onReported }: WorkOrdersProps) {
  const listUrl = useListUrl(workOrderList);
  const myColumns = useMyColumns(workOrderList, optionalWorkOrderColumns);
  const [view, setView] = useView();
  const canUseViews = useCan("work-orders.use-views");
  const canCreate = useCan("work-orders.create");
  const availableViews = useAvailableViews();
  const isPhone = useIsPhone();
  useOpenFormLink(() => open({ kind: "create" }));
  const isReporting = dialog.kind === "create" && canCreate;

  const exportLink = view === "table" && (
    <ExportLink
      endpoint={exportWorkOrders}
      query={listUrl.filters}
      noun="work orders"
      size="sm"
      isIconOnly={!isPhone}
    />
  );
  const viewsMenu = canUseViews && (
    <Suspense fallback={<ViewsPlaceholder />}>
      <ViewsMenu columns={myColumns.urlValue} />
    </Suspense>
  );
  return (
    <>
      <PageHeader
        title="Work Orders"
        tab={useTabTitle(dialog)}
        action={
          canCreate && !isReporting ? (
            <Button
              variant="primary"
              icon={<Plus aria-hidden="true" />}
              onClick={() => open({ kind: "create" })}
            >
              New Work Order
            </Button>
          ) : null
        }
      />
      {isReporting && (
        <Suspense fallback={<PageSpinner />}>
          <ReportForm
            onCancel={close}
            onReported={(order) => {
              onReported(order);
              // A report that is only on this phone is at the top of the page.
              if (order === null) scrollTo(0, 0);
              close();
            }}
          />
        </Suspense>
      )}
      {reportedOrder !== null && !isReporting && (
        <Suspense>
          <ReportedNotice order={reportedOrder} onClose={() => onReported(null)} />
        </Suspense>
      )}
      {/* On a phone the form fills the screen. */}
      <div className={isReporting ? "max-sm:hidden" : undefined}>
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <div className="max-sm:grow max-sm:[&_svg]:hidden">
            <Tabs
              name="work-orders-view"
              label="View"
              tabs={availableViews}
              value={view}
              onChange={setView}
            />
          </div>
          {isPhone && viewsMenu}
          <FilterBar
            filters={filtersByView[view]}
            listUrl={listUrl}
            className="flex grow flex-wrap items-center gap-2 max-sm:basis-full min-[90rem]:justify-end"
            action={
              isPhone ? (
                exportLink
              ) : (
                <>
                  {viewsMenu}
                  {view === "table" && myColumns.menu}
                  {exportLink}
                </>
              )
            }
          />
        </div>
        <PendingReports />
        <TabPanel name="work-orders-view" value={view}>
          {view === "table" ? (
            <WorkOrderTable listUrl={listUrl} optionalColumns={myColumns.columns} open={open} />
          ) : (
            <Suspense fallback={<PageSpinner />}>
              {view === "week" ? (
                <WeekPlan filters={listUrl.filters} open={open} />
              ) : (
                <Board filters={listUrl.filters} open={open} />
              )}
            </Suspense>
          )}
        </TabPanel>
      </div>
      <Suspense>
        {(dialog.kind === "view" || dialog.kind === "edit" || dialog.kind === "delete") && (
          <WorkOrderDialogs dialog={dialog} open={open} close={close} />
        )}
      </Suspense>
    </>
  );
}

/** Reserves space for the views menu until it has loaded. */
const ViewsPlaceholder = () => (
  <Button size="sm" isBusy aria-hidden="true">
    <span className="max-sm:sr-only">Views</span>
  </Button>
);

/** Names the open work order in the page title, to distinguish several browser tabs. */
function useTabTitle(dialog: OpenDialog): string | undefined {
  const id = "id" in dialog ? dialog.id : undefined;
  const { data } = useQuery({ ...workOrderQuery(id ?? 0), enabled: id !== undefined });
  if (id === undefined) return undefined;
  return data === undefined ? workOrderNumber(id) : `${workOrderNumber(id)} ${data.title}`;
}

type View = (typeof views)[number]["value"];

const filtersByView = { table: workOrderList.filters, board: boardFilters, week: weekFilters } as const;

/** Only users who can plan get the week. */
function useAvailableViews() {
  const canPlan = useCan("work-orders.plan");
  return views.filter(({ value }) => value !== "week" || canPlan);
}

function useView(): [View, (view: View) => void] {
  const [query, setQuery] = useSearchParams();
  const availableViews = useAvailableViews();
  const setView = (view: View) =>
    setQuery((next) => {
      next.delete("page");
      next.delete("week");
      if (view === "table") next.delete("view");
      else next.set("view", view);
      return next;
    }, replacedByUser);
  return [availableViews.find(({ value }) => value === query.get("view"))?.value ?? "table", setView];
}
