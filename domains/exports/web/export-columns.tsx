import { formatBytes } from "#shared/format/bytes.ts";
import { formatMoment } from "#shared/format/dates.ts";
import { buildUrl } from "#web/api-client.ts";
import { Download } from "#web/icons.ts";
import { buttonClasses } from "#web/ui/button.tsx";
import { Badge, type Tone } from "#web/ui/faces/badge.tsx";
import type { Column } from "#web/ui/tables/table.tsx";
import { type DataExport, downloadDataExport, type ExportState, exportRetentionDays } from "../contract.ts";

const badgesByState = {
  queued: { label: "Waiting", tone: "blue" },
  running: { label: "Exporting", tone: "amber" },
  done: { label: "Ready", tone: "green" },
  failed: { label: "Failed", tone: "red" },
  expired: { label: "Expired", tone: "gray" },
} as const satisfies Record<ExportState, { label: string; tone: Tone }>;

export const columns: readonly Column<DataExport>[] = [
  {
    key: "started",
    header: "Started",
    phoneSlot: "title",
    className: "sm:w-2/5",
    cell: (row) => (
      <>
        <span className="block">
          <time dateTime={row.createdAt}>{formatMoment(row.createdAt)}</time>
          <span className="font-normal text-ink-soft">{` · ${row.createdBy}`}</span>
        </span>
        <span className="block font-normal text-ink-soft text-sm">{describeResult(row)}</span>
      </>
    ),
  },
  {
    key: "state",
    header: "Status",
    phoneSlot: "badge",
    cell: ({ state }) => <Badge tone={badgesByState[state].tone}>{badgesByState[state].label}</Badge>,
  },
  {
    key: "contents",
    header: "Contents",
    phoneSlot: "line",
    cell: ({ state, files, bytes }) =>
      state === "done" ? `${formatBytes(bytes)}, ${files.done.toLocaleString("en-US")} files` : "–",
  },
  {
    key: "download",
    header: "Download",
    phoneSlot: "action",
    isHeaderHidden: true,
    align: "end",
    cell: ({ id, state, createdAt }) =>
      state === "done" && (
        // A plain link, so that the browser writes the file as it arrives, no matter how long it is.
        <a
          href={buildUrl(downloadDataExport, { params: { id } })}
          download
          aria-label={`Download the export of ${formatMoment(createdAt)}`}
          className={buttonClasses({ size: "sm" })}
        >
          <Download aria-hidden="true" />
          Download
        </a>
      ),
  },
];

/** Why an export failed, or when its download expires. */
function describeResult({ state, message, expiresAt }: DataExport): string | null {
  if (state === "failed") return message;
  if (state === "expired")
    return `Deleted after ${exportRetentionDays} days. Start a new one if you need it.`;
  return expiresAt === null ? null : `Available until ${formatMoment(expiresAt)}`;
}
