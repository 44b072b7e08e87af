import { Download } from "lucide-react";
import type { CsvEndpoint, ListEndpoint } from "#shared/http/csv-endpoint.ts";
import type { SentQueryOf } from "#shared/http/endpoint.ts";
import { addressOf } from "#web/api-client.ts";
import { buttonClasses } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";

interface ExportLinkProps<L extends ListEndpoint> {
  /** Made with `csvOf` from the list's endpoint. */
  endpoint: CsvEndpoint<L>;
  /** The filters of what is on the screen. */
  query: SentQueryOf<CsvEndpoint<L>>;
  /** What is in the file, for screen readers: `work orders`. */
  what: string;
  className?: string | undefined;
}

/** Downloads the whole list that a table shows, with its filters, as CSV. */
export function ExportLink<L extends ListEndpoint>({ endpoint, query, what, className }: ExportLinkProps<L>) {
  return (
    // A plain link: the browser writes the file as it arrives, however long it is.
    <a
      href={addressOf(endpoint, query as Record<string, unknown>)}
      download
      aria-label={`Export ${what} as CSV`}
      className={classes(buttonClasses(), className)}
    >
      <Download aria-hidden="true" />
      Export
    </a>
  );
}
