import type { Endpoint, SentQueryOf } from "#shared/http/endpoint.ts";
import { addressOf } from "#web/api-client.ts";
import { Download } from "#web/icons.ts";
import { buttonClasses } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";

type CsvLike = Endpoint & { method: "GET"; responseKind: "csv" };

interface ExportLinkProps<E extends CsvLike> {
  /** Made with `csvOf` from the list's endpoint. */
  endpoint: E;
  /** The parameters of the address, e.g. the lease of an export. */
  params?: Readonly<Record<string, number>> | undefined;
  /** The present filters of the list. */
  query: SentQueryOf<E>;
  /** The contents of the file, for screen readers: `work orders`. */
  what: string;
  size?: "sm" | "md" | undefined;
  className?: string | undefined;
}

/** Downloads the whole list that a table shows, with its filters, as CSV. */
export function ExportLink<E extends CsvLike>({
  endpoint,
  params,
  query,
  what,
  size,
  className,
}: ExportLinkProps<E>) {
  return (
    // A plain link: the browser writes the file as it arrives, however long it is.
    <a
      href={addressOf(endpoint, { params, query: query as Record<string, unknown> | undefined })}
      download
      aria-label={`Export ${what} as CSV`}
      className={classes(buttonClasses({ size }), className)}
    >
      <Download aria-hidden="true" />
      Export
    </a>
  );
}
