import { useQuery } from "@tanstack/react-query";
import { propertyOptionsQuery } from "#domains/properties/web/queries.ts";
import { Records } from "#web/list/records.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { ListRow } from "#web/ui/tables/list-row.tsx";
import { reconciliationPath } from "../../paths.ts";

/** The properties, each with a link to the reconciliation of last year. */
export default function RecoveriesPage() {
  const lastYear = getLastYear();
  return (
    <>
      <PageHeader title="Recoveries" />
      <Records
        query={useQuery(propertyOptionsQuery)}
        noun="properties"
        emptyText="Add a property to share its operating expenses."
      >
        {(properties) => (
          <ul aria-label="Properties" className="divide-y divide-line border-line border-y">
            {properties.map(({ id, name }) => (
              <ListRow key={id} title={name} href={reconciliationPath(id, lastYear)}>
                {`See who pays for ${lastYear} operating expenses`}
              </ListRow>
            ))}
          </ul>
        )}
      </Records>
    </>
  );
}

const getLastYear = () => new Date().getFullYear() - 1;
