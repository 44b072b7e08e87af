import { useParams, useSearchParams } from "wouter";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { paths } from "#web/paths.ts";
import { useMay } from "#web/session/session.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { NotFoundPage } from "#web/ui/not-found-page.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { type KindName, kindNames } from "../import-kinds.ts";
import { ImportHistory } from "./import-history.tsx";
import { ImportResult } from "./import-result.tsx";
import { NewImport } from "./new-import.tsx";

/** Imports a CSV file: choose the kind and the file, see its errors, write all rows or none. */
export default function ImportPage() {
  const { id } = useParams<{ id?: string }>();
  if (!useMay("imports.write")) return <AccessDenied />;
  if (id === undefined) return <Start />;
  if (!/^[1-9]\d{0,14}$/.test(id)) return <NotFoundPage />;
  return (
    <>
      <PageHeader
        title="Import"
        description="Each row is checked; then all are written, or none."
        action={<ButtonLink href={paths.import}>Another file</ButtonLink>}
      />
      <ImportResult key={id} id={Number(id)} />
    </>
  );
}

function Start() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get("kind");
  const kind: KindName = kindNames.find((name) => name === asked) ?? "properties";
  return (
    <>
      <PageHeader
        title="Import"
        description="Bring properties, units, leases and people from a spreadsheet. Every row is checked before anything is written."
      />
      <div className="space-y-6">
        <NewImport
          key={kind}
          kind={kind}
          onKind={(chosen) => setSearch({ kind: chosen }, { replace: true })}
        />
        <ImportHistory />
      </div>
    </>
  );
}
