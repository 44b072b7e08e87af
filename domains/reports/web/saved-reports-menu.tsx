import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { Bookmark, CalendarClock, Check, ChevronRight, Plus } from "#web/icons.ts";
import { replacedByUser } from "#web/list/use-list-url.ts";
import { useIsServerReachable } from "#web/session/connection.ts";
import { useUser } from "#web/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Menu, MenuHeading, MenuItem, MenuSeparator } from "#web/ui/overlays/menu.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { savedReportsPath } from "../paths.ts";
import { getReportFacts, type ReportName } from "../reports.ts";
import { useEditSavedReport } from "./mutations.ts";
import { hasReportChanged, savedReportsQuery, toReportUrl, toSavedQuery } from "./saved-report-query.ts";

const SaveReport = lazyPart(() =>
  import("./save-report-dialog.tsx").then((module) => ({ default: module.SaveReportDialog })),
);
const Schedule = lazyPart(() =>
  import("./schedule-dialog.tsx").then((module) => ({ default: module.ScheduleDialog })),
);

/** The saved reports, and the actions for the open one. */
export function SavedReportsMenu({ name }: { name: ReportName }) {
  const search = useSearch();
  const [, navigate] = useLocation();
  const { id: userId } = useUser();
  const canWrite = useIsServerReachable();
  const { data, isError } = useQuery({ ...savedReportsQuery, refetchOnMount: "always" });
  const [dialog, openDialog] = useState<"save" | "schedule">();
  const close = () => openDialog(undefined);
  const query = toSavedQuery(name, search);
  const savedId = new URLSearchParams(search).get("saved");
  const openReport = data?.find(({ id, report }) => String(id) === savedId && report === name);
  const edit = useEditSavedReport({ id: openReport?.id ?? 0 });
  const isOwner = openReport?.owner.id === userId;
  return (
    <>
      <Menu
        label="Saved reports"
        trigger={(props) => (
          <Button {...props} icon={<Bookmark aria-hidden="true" />} className="min-w-0 max-sm:min-w-11">
            <span className="max-w-40 truncate max-sm:sr-only">{openReport?.name ?? "Saved"}</span>
          </Button>
        )}
      >
        <div className="max-h-[45dvh] overflow-y-auto">
          {data === undefined ? (
            <MenuHeading>{isError ? "Couldn't load saved reports." : "Loading saved reports..."}</MenuHeading>
          ) : (
            <MenuHeading>{data.length === 0 ? "No saved reports yet" : "Saved reports"}</MenuHeading>
          )}
          {data?.map((saved) => (
            <MenuItem
              key={saved.id}
              icon={saved === openReport ? <Check aria-hidden="true" /> : <Bookmark aria-hidden="true" />}
              onSelect={() => navigate(toReportUrl(saved))}
            >
              <span className="min-w-0">
                <span className="block truncate">{saved.name}</span>
                <span className="block truncate text-ink-faint text-xs">
                  {[getReportFacts(saved.report).title, saved.owner.id !== userId && saved.owner.fullName]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </span>
              {saved === openReport && <span className="sr-only"> (current)</span>}
            </MenuItem>
          ))}
        </div>
        <MenuSeparator />
        {openReport !== undefined && isOwner && hasReportChanged(openReport, query) && (
          <MenuItem
            icon={<Check aria-hidden="true" />}
            isDisabled={!canWrite}
            onSelect={() => edit.mutate({ query })}
          >
            Save changes
          </MenuItem>
        )}
        <MenuItem
          icon={<Plus aria-hidden="true" />}
          isDisabled={!canWrite}
          onSelect={() => openDialog("save")}
        >
          Save this report...
        </MenuItem>
        {isOwner && (
          <MenuItem
            icon={<CalendarClock aria-hidden="true" />}
            isDisabled={!canWrite}
            onSelect={() => openDialog("schedule")}
          >
            Schedule...
          </MenuItem>
        )}
        <MenuItem icon={<ChevronRight aria-hidden="true" />} onSelect={() => navigate(savedReportsPath)}>
          All saved reports
        </MenuItem>
      </Menu>
      <Suspense>
        {dialog === "save" && (
          <SaveReport
            report={name}
            query={query}
            onSaved={(saved) => {
              close();
              navigate(toReportUrl(saved), replacedByUser);
            }}
            onClose={close}
          />
        )}
        {dialog === "schedule" && openReport !== undefined && <Schedule saved={openReport} onClose={close} />}
      </Suspense>
    </>
  );
}
