import { withQuery } from "#web/list/use-list-url.ts";
import { endpointQuery } from "#web/query-client.ts";
import { reportPath } from "../paths.ts";
import { getReportFacts, type ReportName } from "../reports.ts";
import { listSavedReports, type SavedReport } from "../saved-reports-contract.ts";

export const savedReportsQuery = endpointQuery(listSavedReports, {});

/** Returns the filters in the URL of a report, as a saved report stores them. */
export function toSavedQuery(name: ReportName, search: string): string {
  const current = new URLSearchParams(search);
  const entries = getReportFacts(name).filters.map((filter) => [filter, current.get(filter) ?? ""]);
  return new URLSearchParams(entries.filter(([, value]) => value !== "")).toString();
}

/** Returns the URL of the report with its filters, which also identifies the saved report. */
export function toReportUrl({ id, report, query }: Pick<SavedReport, "id" | "report" | "query">): string {
  const address = new URLSearchParams(query);
  address.set("saved", String(id));
  return withQuery(reportPath(report), address);
}

/** Whether the filters in the URL differ from those of the saved report. */
export const hasReportChanged = ({ report, query }: SavedReport, currentQuery: string): boolean =>
  toSavedQuery(report, query) !== currentQuery;
