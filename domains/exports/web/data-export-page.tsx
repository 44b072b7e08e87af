import { useMutation, useQuery } from "@tanstack/react-query";
import { settingsPath } from "#domains/settings/paths.ts";
import { formatBytes } from "#shared/format/bytes.ts";
import { formatMoment } from "#shared/format/dates.ts";
import { call, toUserMessage } from "#web/api-client.ts";
import { ListView } from "#web/list/list-view.tsx";
import { toList } from "#web/list/use-list.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useRefetch } from "#web/refetch.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { JobProgress, StartJobButton } from "#web/ui/feedback/job.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { Section, SectionHeader } from "#web/ui/page/section.tsx";
import { Table } from "#web/ui/tables/table.tsx";
import { type DataExport, exportRetentionDays, listDataExports, startDataExport } from "../contract.ts";
import { columns } from "./export-columns.tsx";
import { exportKeys } from "./query-keys.ts";

/** The polling interval while an export is in progress. */
const pollMs = 1_000;

const isInProgress = ({ state }: DataExport) => state === "queued" || state === "running";

/** Exports everything as a ZIP, for administrators. */
export default function DataExportPage() {
  const query = useQuery({
    ...endpointQuery(listDataExports, { query: { limit: "20" } }),
    // Others start exports too, and jobs end without an event.
    refetchOnMount: "always",
    refetchInterval: ({ state: { data } }) => (data?.some(isInProgress) === true ? pollMs : false),
  });
  const current = query.data?.find(isInProgress);
  return (
    <>
      <PageHeader back={{ href: settingsPath, label: "Settings" }} title="Data Export" />
      <div className="space-y-6">
        <Section
          title="Export everything"
          description="One ZIP with a CSV file per table, all documents, photos, and signatures, and a README that describes them."
        >
          <div className="space-y-4 px-(--inset) pt-4 pb-5">
            <p className="max-w-[70ch]">
              {`The ZIP contains personal data, so store it safely. Passwords and other secrets aren't in it. It can be downloaded for ${exportRetentionDays} days.`}
            </p>
            {current === undefined ? <StartButton /> : <ExportProgress {...current} />}
          </div>
        </Section>
        <ListView
          list={toList(query)}
          header={<SectionHeader title="Exports" />}
          itemNoun="exports"
          errorTitle="Couldn't load exports."
          skeleton={2}
          emptyState={
            <EmptyState title="No exports yet">
              Start one above. It appears here with its download.
            </EmptyState>
          }
        >
          {(rows) => <Table caption="Exports" columns={columns} rows={rows} rowKey={({ id }) => id} />}
        </ListView>
      </div>
    </>
  );
}

function StartButton() {
  const mutation = useMutation({
    mutationFn: () => call(startDataExport, {}),
    onError: (error) =>
      toast({ title: "No Export Started", description: toUserMessage(error), variant: "destructive" }),
    onSettled: useRefetch(exportKeys.all),
  });
  return <StartJobButton label="Start Export" mutation={mutation} />;
}

function ExportProgress({ state, tables, files, bytes, createdBy, createdAt }: DataExport) {
  const note = `Started by ${createdBy} on ${formatMoment(createdAt)}. You can leave this page, and you'll be notified when it's done.`;
  if (state === "queued")
    return <JobProgress name="Exporting" doneCount={0} total={1} words="Waiting to start" note={note} />;
  return (
    <JobProgress
      name="Exporting"
      doneCount={tables.done + files.done}
      total={tables.total + files.total}
      words={`${formatStep("table", tables)}, ${formatStep("file", files)}, ${formatBytes(bytes)}`}
      note={note}
    />
  );
}

const formatStep = (noun: string, { done, total }: DataExport["files"]) =>
  `${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} ${noun}${total === 1 ? "" : "s"}`;
