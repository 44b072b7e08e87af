import { useQuery } from "@tanstack/react-query";
import { propertyOptionsQuery } from "#domains/properties/web/queries.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { ListRow } from "#web/ui/tables/list-row.tsx";
import { reconciliationPath } from "../../paths.ts";

/** The properties, each with a link to the reconciliation of last year. */
export default function RecoveriesPage() {
  return (
    <>
      <PageHeader title="Recoveries" />
      <Properties />
    </>
  );
}

function Properties() {
  const { data, error, isFetching, refetch } = useQuery(propertyOptionsQuery);
  const lastYear = getLastYear();
  if (data === undefined && error !== null)
    return (
      <ErrorState
        title="Couldn't load properties."
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <SkeletonRows count={3} />;
  if (data.length === 0)
    return <EmptyState title="No properties yet">Add a property to share its operating expenses.</EmptyState>;
  return (
    <ul aria-label="Properties" className="divide-y divide-line border-line border-y">
      {data.map(({ id, name }) => (
        <ListRow key={id} title={name} href={reconciliationPath(id, lastYear)}>
          {`See who pays for ${lastYear} operating expenses`}
        </ListRow>
      ))}
    </ul>
  );
}

const getLastYear = () => new Date().getFullYear() - 1;
