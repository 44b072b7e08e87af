import { useQuery } from "@tanstack/react-query";
import { listDocuments } from "#domains/documents/contract.ts";
import { documentPath } from "#domains/documents/paths.ts";
import { ExpirationBadge } from "#domains/documents/web/expiration-badge.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { toList } from "#web/list/use-list.ts";
import { endpointQuery } from "#web/query-client.ts";
import { SectionHeader } from "#web/ui/page/section.tsx";
import { ListRow } from "#web/ui/tables/list-row.tsx";

/** The lease's documents that have an expiration date, the next to expire first. */
export const useExpiringDocuments = (leaseId: number) =>
  useQuery({
    ...endpointQuery(listDocuments, { query: { leaseId: String(leaseId), expires: "ever", limit: "50" } }),
    select: (documents) => documents.toSorted((a, b) => (a.expiresOn ?? "").localeCompare(b.expiresOn ?? "")),
  });

/** Insurance certificates and similar documents, with their expiration dates. */
export function Certificates({ leaseId }: { leaseId: number }) {
  return (
    <ListView
      list={toList(useExpiringDocuments(leaseId))}
      label="Certificates"
      header={<SectionHeader title="Certificates" />}
      itemNoun="certificates"
      errorTitle="Couldn't load the certificates."
      skeleton={2}
      emptyState={
        <p className="px-(--inset) pt-4 pb-4 text-ink-soft">
          Documents with an expiration date, such as a certificate of insurance, appear here.
        </p>
      }
    >
      {(rows) => (
        <ul className="divide-y divide-line border-line border-b">
          {rows.map(({ id, title, expiresOn, property }) => (
            <ListRow
              key={id}
              title={title}
              href={documentPath(id)}
              meta={
                expiresOn !== null && <ExpirationBadge expiresOn={expiresOn} timeZone={property.timeZone} />
              }
            />
          ))}
        </ul>
      )}
    </ListView>
  );
}
