import { Suspense, useEffect, useState } from "react";
import { useSearch, useSearchParams } from "wouter";
import { useBegin } from "#web/begin.ts";
import { FileUp, Trash2, Upload } from "#web/icons.ts";
import { recordId } from "#web/list/filters.tsx";
import { paths } from "#web/paths.ts";
import { useMay, useUser } from "#web/session/session.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { PageSpinner } from "#web/ui/spinner.tsx";
import { withFiles } from "./chosen-files.ts";
import { DocumentList } from "./document-list.tsx";
import { rememberList } from "./list-left-behind.ts";
import { useFileDrop } from "./use-file-drop.ts";
import { useFilesAreScanned } from "./use-files-are-scanned.ts";

const UploadForm = lazyPart(() =>
  import("./upload-form.tsx").then((module) => ({ default: module.UploadForm })),
);
const Trash = lazyPart(() => import("./trash.tsx").then((module) => ({ default: module.Trash })));

/** DOC-01 to DOC-26: the document list, the upload form above it, and the trash. */
export default function DocumentsPage() {
  const [query] = useSearchParams();
  const mayEdit = useMay("documents.edit");
  return query.get("view") === "trash" && mayEdit ? (
    <Suspense fallback={<PageSpinner />}>
      <Trash />
    </Suspense>
  ) : (
    <Papers />
  );
}

function Papers() {
  const [query, setQuery] = useSearchParams();
  const search = useSearch();
  useEffect(() => rememberList(search), [search]);
  const mayUpload = useMay("documents.upload");
  const isUploading = query.get("upload") === "yes" && mayUpload;
  const openForm = () =>
    setQuery((next) => {
      next.set("upload", "yes");
      return next;
    });
  useBegin(openForm);
  const closeForm = () =>
    setQuery(
      (next) => {
        next.delete("upload");
        return next;
      },
      { replace: true },
    );
  const [files, setFiles] = useState<readonly File[]>([]);
  const isFileOver = useFileDrop((dropped) => {
    if (!mayUpload || dropped.length === 0) return;
    setFiles(withFiles(files, dropped));
    if (!isUploading) openForm();
  });
  return (
    <>
      <PageHeader
        title="Documents"
        description="Access the documents of your building: leases, certificates, contracts and more."
        action={
          mayUpload && (
            <>
              <ButtonLink href={paths.documentTrash} icon={<Trash2 aria-hidden="true" />}>
                <span className="max-sm:sr-only">Trash</span>
              </ButtonLink>
              {!isUploading && (
                <Button variant="primary" icon={<Upload aria-hidden="true" />} onClick={openForm}>
                  Upload <span className="max-sm:sr-only">Document</span>
                </Button>
              )}
            </>
          )
        }
      />
      {isUploading && (
        <Suspense fallback={<PageSpinner />}>
          <UploadForm
            files={files}
            onFiles={setFiles}
            start={{ buildingId: idIn(query, "propertyId"), unitId: idIn(query, "unitId") }}
            onClose={closeForm}
          />
        </Suspense>
      )}
      {/* On a phone the form fills the screen. */}
      <div className={isUploading ? "max-sm:hidden" : undefined}>
        <DocumentList onUpload={openForm} />
        <NotScanned />
      </div>
      {isFileOver && mayUpload && !isUploading && (
        <div className="pointer-events-none fixed inset-0 z-40 flex animate-fade-in items-center justify-center bg-scrim p-6">
          <p className="flex items-center gap-3 rounded-card border-2 border-accent border-dashed bg-raised px-8 py-6 font-medium text-lg">
            <FileUp aria-hidden="true" className="size-6 text-accent-text" />
            Drop files to upload them
          </p>
        </div>
      )}
    </>
  );
}

const idIn = (query: URLSearchParams, name: string) => recordId.safeParse(query.get(name) ?? "").data;

function NotScanned() {
  const isTenant = useUser().role === "tenant";
  if (useFilesAreScanned() !== false || isTenant) return null;
  return <p className="mt-6 text-ink-faint text-sm">Files are not scanned for viruses.</p>;
}
