import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { listDocuments } from "#domains/documents/contract.ts";
import { ExpiryBadge } from "#domains/documents/web/expiry-badge.tsx";
import { ListView } from "#web/list/list-view.tsx";
import { asList } from "#web/list/use-list.ts";
import { paths } from "#web/paths.ts";
import { endpointQuery } from "#web/query-client.ts";
import { CardHeader } from "#web/ui/card.tsx";

/** The documents of a lease that expire, the next to expire first. */
export const useCertificates = (leaseId: number) =>
  useQuery({
    ...endpointQuery(listDocuments, { query: { leaseId: String(leaseId), expires: "ever", limit: "50" } }),
    select: (documents) => documents.toSorted((a, b) => (a.expiresOn ?? "").localeCompare(b.expiresOn ?? "")),
  });

/** Insurance and the like, with their last days. */
export function Certificates({ leaseId }: { leaseId: number }) {
  return (
    <ListView
      list={asList(useCertificates(leaseId))}
      label="Certificates"
      header={<CardHeader title="Certificates" />}
      noun="certificates"
      failed="The certificates could not be loaded."
      skeleton={2}
      empty={
        <p className="px-4 pb-4 text-ink-soft sm:px-5">
          Documents with an expiry date appear here, such as a certificate of insurance.
        </p>
      }
    >
      {(rows) => (
        <ul className="divide-y divide-line border-line border-t">
          {rows.map(({ id, title, expiresOn }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3 sm:px-5"
            >
              <Link
                href={paths.document(id)}
                className="thumb min-w-0 rounded-sm font-medium wrap-anywhere hover:underline"
              >
                {title}
              </Link>
              {expiresOn !== null && <ExpiryBadge expiresOn={expiresOn} />}
            </li>
          ))}
        </ul>
      )}
    </ListView>
  );
}
