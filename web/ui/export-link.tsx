import type { Endpoint, SentQueryOf } from "#shared/http/endpoint.ts";
import { buildUrl } from "#web/api-client.ts";
import { Download } from "#web/icons.ts";
import { buttonClasses } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";

type CsvExportEndpoint = Endpoint & { method: "GET"; responseKind: "csv" };

interface ExportLinkProps<E extends CsvExportEndpoint> {
  /** Created with `csvEndpoint` from the list's endpoint. */
  endpoint: E;
  /** The path parameters, such as the lease of an export. */
  params?: Readonly<Record<string, number>> | undefined;
  /** The current filters of the list. */
  query: SentQueryOf<E>;
  /** The contents of the file for screen readers, such as `work orders`. */
  noun: string;
  size?: "sm" | "md";
  /** Set where there is no room for the label. */
  isIconOnly?: boolean;
  /** Set if downloading the file is the page's main action. */
  variant?: "primary";
  className?: string;
}

/** Downloads the complete list behind a table, with its filters, as CSV. */
export function ExportLink<E extends CsvExportEndpoint>({
  endpoint,
  params,
  query,
  noun,
  size,
  isIconOnly = false,
  variant,
  className,
}: ExportLinkProps<E>) {
  return (
    // A plain link, so that the browser writes the file as it arrives, even if it's large.
    <a
      href={buildUrl(endpoint, { params, query: query as Record<string, unknown> | undefined })}
      download
      aria-label={`Export ${noun} as CSV`}
      title={isIconOnly ? "Export" : undefined}
      className={classes(buttonClasses({ size, variant }), className)}
    >
      <Download aria-hidden="true" />
      <span className={isIconOnly ? "sr-only" : undefined}>Export</span>
    </a>
  );
}
