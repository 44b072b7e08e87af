import { Suspense, useEffect, useEffectEvent, useState } from "react";
import { useSearch, useSearchParams } from "wouter";
import { FileUp, Trash2, Upload } from "#web/icons.ts";
import { recordId } from "#web/list/filters.tsx";
import { useOpenFormLink } from "#web/open-form-link.ts";
import { useCan, useUser } from "#web/session/session.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { PageSpinner } from "#web/ui/feedback/spinner.tsx";
import { lazyPart } from "#web/ui/page/lazy-part.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { documentTrashPath, documentZipPath } from "../../paths.ts";
import { addFiles } from "../upload/add-files.ts";
import { useIsVirusScanningOn } from "../use-is-virus-scanning-on.ts";
import { DocumentList } from "./document-list.tsx";
import { rememberList } from "./last-list.ts";

const UploadForm = lazyPart(() =>
  import("../upload/upload-form.tsx").then((module) => ({ default: module.UploadForm })),
);
const Trash = lazyPart(() => import("./trash.tsx").then((module) => ({ default: module.Trash })));

/** The document list, the upload form above it, and the trash (DOC-01 to DOC-26). */
export default function DocumentsPage() {
  const [query] = useSearchParams();
  const canEdit = useCan("documents.edit");
  return query.get("view") === "trash" && canEdit ? (
    <Suspense fallback={<PageSpinner />}>
      <Trash />
    </Suspense>
  ) : (
    <Documents />
  );
}

function Documents() {
  const [query, setQuery] = useSearchParams();
  const search = useSearch();
  useEffect(() => rememberList(search), [search]);
  const canUpload = useCan("documents.upload");
  const canUploadZip = useCan("documents.upload-zip");
  const isUploading = query.get("upload") === "yes" && canUpload;
  const openForm = () =>
    setQuery((params) => {
      params.set("upload", "yes");
      return params;
    });
  useOpenFormLink(openForm);
  const closeForm = () =>
    setQuery(
      (params) => {
        params.delete("upload");
        return params;
      },
      { replace: true },
    );
  const [files, setFiles] = useState<readonly File[]>([]);
  const isFileOver = useFileDrop((droppedFiles) => {
    if (!canUpload || droppedFiles.length === 0) return;
    setFiles(addFiles(files, droppedFiles));
    if (!isUploading) openForm();
  });
  return (
    <>
      <PageHeader
        title="Documents"
        note="Find leases, certificates, contracts, and other documents for your building."
        action={
          canUpload && (
            <>
              <ButtonLink href={documentTrashPath} icon={<Trash2 aria-hidden="true" />}>
                <span className="max-sm:sr-only">Trash</span>
              </ButtonLink>
              {canUploadZip && (
                <ButtonLink href={documentZipPath} className="max-sm:hidden">
                  Upload ZIP
                </ButtonLink>
              )}
              {!isUploading && (
                <Button variant="primary" icon={<Upload aria-hidden="true" />} onClick={openForm}>
                  <span>
                    Upload <span className="max-sm:sr-only">Document</span>
                  </span>
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
            onFilesChange={setFiles}
            initialValues={{
              buildingId: idFromQuery(query, "propertyId"),
              unitId: idFromQuery(query, "unitId"),
            }}
            onClose={closeForm}
          />
        </Suspense>
      )}
      {/* On a phone the form fills the screen. */}
      <div className={isUploading ? "max-sm:hidden" : undefined}>
        <DocumentList onUpload={openForm} />
        <ScanningOffNote />
      </div>
      {isFileOver && canUpload && !isUploading && (
        <div className="pointer-events-none fixed inset-0 z-40 flex animate-fade-in items-center justify-center bg-scrim p-6">
          <p className="flex items-center gap-3 rounded-card border-2 border-accent border-dashed bg-raised px-8 py-6 text-lead">
            <FileUp aria-hidden="true" className="size-6 text-accent-text" />
            Drop files to upload them
          </p>
        </div>
      )}
    </>
  );
}

const idFromQuery = (query: URLSearchParams, name: string) => recordId.safeParse(query.get(name) ?? "").data;

function ScanningOffNote() {
  const isTenant = useUser().role === "tenant";
  if (useIsVirusScanningOn() !== false || isTenant) return null;
  return <p className="mt-6 text-ink-faint text-sm">Virus scanning is off.</p>;
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") === true;

/**
 * Accepts files dropped anywhere on the page. Returns true while files are dragged over it. Ignores drops
 * that are already handled.
 */
function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const handleFiles = useEffectEvent(onFiles);
  useEffect(() => {
    const handleDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Otherwise, the browser would open the file instead of the portal.
      event.preventDefault();
      setIsOver(true);
    };
    const handleDragLeave = (event: DragEvent) => {
      // A null target means the drag left the window.
      if (event.relatedTarget === null) setIsOver(false);
    };
    const handleDrop = (event: DragEvent) => {
      setIsOver(false);
      if (!hasFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      handleFiles([...(event.dataTransfer?.files ?? [])]);
    };
    addEventListener("dragover", handleDragOver);
    addEventListener("dragleave", handleDragLeave);
    addEventListener("drop", handleDrop);
    return () => {
      removeEventListener("dragover", handleDragOver);
      removeEventListener("dragleave", handleDragLeave);
      removeEventListener("drop", handleDrop);
    };
  }, []);
  return isOver;
}
