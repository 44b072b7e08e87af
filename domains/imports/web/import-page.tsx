import { useParams, useSearchParams } from "wouter";
import { documentZipPath } from "#domains/documents/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { NotFoundPage } from "#web/ui/page/not-found-page.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { type ImportKindName, importKindNames } from "../import-kinds.ts";
import { importPath } from "../paths.ts";
import { ImportHistory } from "./import-history.tsx";
import { ImportResult } from "./import-result.tsx";
import { NewImport } from "./new-import.tsx";

/** Imports a CSV file: select the type and the file, see its errors, then import the valid rows. */
export default function ImportPage() {
  const { id } = useParams<{ id?: string }>();
  if (id === undefined) return <StartPage />;
  if (!/^[1-9]\d{0,14}$/.test(id)) return <NotFoundPage />;
  return (
    <>
      <PageHeader title="Import" action={<ButtonLink href={importPath}>Another file</ButtonLink>} />
      <ImportResult key={id} id={Number(id)} />
    </>
  );
}

function StartPage() {
  const [search, setSearch] = useSearchParams();
  const kindParam = search.get("kind");
  const kind: ImportKindName = importKindNames.find((name) => name === kindParam) ?? "rent-roll";
  return (
    <>
      <PageHeader
        title="Import"
        action={<ButtonLink href={documentZipPath}>Documents in a ZIP</ButtonLink>}
      />
      <div className="space-y-6">
        <NewImport
          key={kind}
          kind={kind}
          onKindChange={(selectedKind) => setSearch({ kind: selectedKind }, { replace: true })}
        />
        <ImportHistory />
      </div>
    </>
  );
}
