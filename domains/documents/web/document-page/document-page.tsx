import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams, useSearchParams } from "wouter";
import { ApiError } from "#web/api-client.ts";
import { EllipsisVertical, Pencil, Trash2 } from "#web/icons.ts";
import { recordId } from "#web/list/filters.tsx";
import { openEditState, useOpenFormLink } from "#web/open-form-link.ts";
import { Button, ButtonLink, IconButton } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { Menu, MenuItem } from "#web/ui/overlays/menu.tsx";
import { AccessDenied } from "#web/ui/page/access-denied.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { useIsPhone } from "#web/ui/use-is-phone.ts";
import type { Document } from "../../contract.ts";
import type { TextHit } from "../../text-hit.ts";
import { daysLeftInTrash } from "../../trash.ts";
import { formatPlace } from "../format.ts";
import { getLastListPath } from "../list/last-list.ts";
import { useRestoreDocument, useTrashDocument } from "../mutations.ts";
import { documentQuery } from "../queries.ts";
import { DocumentDetails } from "./document-details.tsx";
import { DocumentDownloads } from "./document-downloads.tsx";
import { DocumentFiles, ErrorMessage } from "./document-files.tsx";
import { DocumentPreview } from "./document-preview.tsx";
import { DownloadLink } from "./download-link.tsx";
import { EditDocumentDialog } from "./edit-document-dialog.tsx";
import { NewVersionDialog } from "./new-version-dialog.tsx";

/**
 * A document's page: the preview, the actions (on a phone), the details, the versions, and the log of views
 * and downloads.
 */
export default function DocumentPage() {
  const id = Number(useParams().id);
  const { data, error, isFetching, refetch } = useQuery(documentQuery(id));
  const status = error instanceof ApiError ? error.status : undefined;
  if (status === 403) return <AccessDenied />;
  if (status === 404 || status === 400) return <DocumentNotFound wasOpen={data !== undefined} />;
  if (data !== undefined) return <DocumentView key={data.id} document={data} />;
  if (error === null) return <DocumentSkeleton />;
  return (
    <>
      <title>Document · Property Management Portal</title>
      <ErrorState
        title="Couldn't load the document."
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    </>
  );
}

type OpenDialog = "edit" | "new version" | "trash";

function DocumentView({ document }: { document: Document }) {
  const [dialog, setDialog] = useState<OpenDialog>();
  /** The version in the preview. Undefined means the current one. */
  const [selectedNumber, setSelectedNumber] = useState<number>();
  const previewFile =
    document.files.find(({ number }) => number === (selectedNumber ?? document.file.number)) ??
    document.files[0];
  const closeDialog = () => setDialog(undefined);
  const canChange = document.can.edit && document.trashedAt === null;
  useOpenFormLink(() => canChange && setDialog("new version"));
  useOpenFormLink(() => canChange && setDialog("edit"), openEditState);
  const hit = useSearchHit();
  const isPhone = useIsPhone();
  const actions = (
    <>
      {canChange && (
        <Button icon={<Pencil aria-hidden="true" />} onClick={() => setDialog("edit")}>
          Edit
        </Button>
      )}
      <DownloadLink documentId={document.id} file={document.file} variant="primary" />
      {canChange && <MoreMenu onOpen={setDialog} />}
    </>
  );
  return (
    <>
      <PageHeader
        back={{ href: getLastListPath(), label: "Documents" }}
        title={document.title}
        note={formatPlace(document)}
        action={!isPhone && actions}
      />
      {document.trashedAt !== null && <TrashBanner document={document} trashedAt={document.trashedAt} />}
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_22rem] xl:grid-rows-[auto_1fr]">
        {previewFile !== undefined && (
          <Section
            aria-label="Preview"
            className="min-w-0 self-start overflow-hidden xl:col-start-1 xl:row-span-2 xl:row-start-1"
          >
            <DocumentPreview
              key={previewFile.number}
              document={document}
              file={previewFile}
              hit={previewFile.number === document.file.number ? hit : undefined}
              onShowCurrent={() => setSelectedNumber(undefined)}
            />
          </Section>
        )}
        {isPhone && <div className="flex gap-2 *:flex-1 empty:hidden">{actions}</div>}
        <Section aria-label="Details" className="xl:col-start-2 xl:row-start-1">
          <DocumentDetails document={document} />
        </Section>
        <Section aria-label="Versions" className="min-w-0 self-start xl:col-start-2 xl:row-start-2">
          <DocumentFiles
            document={document}
            previewNumber={previewFile?.number}
            canChange={canChange}
            onShow={setSelectedNumber}
            onNewVersion={() => setDialog("new version")}
          />
        </Section>
      </div>
      {document.can.readDownloads && <DocumentDownloads document={document} />}
      {dialog === "edit" && <EditDocumentDialog document={document} onClose={closeDialog} />}
      {dialog === "new version" && (
        <NewVersionDialog
          document={document}
          onClose={closeDialog}
          onAdded={() => {
            setSelectedNumber(undefined);
            closeDialog();
          }}
        />
      )}
      {dialog === "trash" && <TrashDialog document={document} onClose={closeDialog} />}
    </>
  );
}

/** Returns the search match that led here (`documentPath`). Search only covers the current file. */
function useSearchHit(): TextHit | undefined {
  const [query] = useSearchParams();
  const page = recordId.safeParse(query.get("page") ?? "").data;
  const words = query.getAll("word").filter((word) => word !== "");
  return page === undefined ? undefined : { page: Number(page), words };
}

const MoreMenu = ({ onOpen }: { onOpen: (dialog: OpenDialog) => void }) => (
  <Menu
    label="More actions"
    trigger={(props) => (
      <IconButton {...props} label="More actions" className="max-sm:flex-none!">
        <EllipsisVertical />
      </IconButton>
    )}
  >
    <MenuItem isDestructive icon={<Trash2 aria-hidden="true" />} onSelect={() => onOpen("trash")}>
      Move to trash
    </MenuItem>
  </Menu>
);

function TrashBanner({ document, trashedAt }: { document: Document; trashedAt: string }) {
  const restoreDocument = useRestoreDocument();
  const daysLeft = daysLeftInTrash(trashedAt);
  return (
    <div className="mb-6">
      <Banner
        kind="warning"
        title="This document is in the trash"
        action={
          <Button
            isBusy={restoreDocument.isPending}
            busyLabel="Restoring..."
            onClick={() => restoreDocument.mutate(document.id)}
          >
            Restore
          </Button>
        }
      >
        {formatDeletion(daysLeft)}
      </Banner>
    </div>
  );
}

function formatDeletion(days: number): string {
  if (days <= 0) return "It doesn't appear in lists or search and will be permanently deleted today.";
  if (days === 1) return "It doesn't appear in lists or search and will be permanently deleted in 1 day.";
  return `It doesn't appear in lists or search and will be permanently deleted in ${days} days.`;
}

/** The document doesn't exist, the user can't access it, or it became unavailable while it was open. */
function DocumentNotFound({ wasOpen }: { wasOpen: boolean }) {
  const title = wasOpen ? "This document is no longer available" : "Document not found";
  return (
    <>
      <title>{`${title} · Property Management Portal`}</title>
      <EmptyState
        title={title}
        titleAs="h1"
        action={<ButtonLink href={getLastListPath()}>All documents</ButtonLink>}
      >
        {wasOpen
          ? "It was moved to the trash, or you no longer have access to it."
          : "It might have been deleted, or you don't have access to it."}
      </EmptyState>
    </>
  );
}

const DocumentSkeleton = () => (
  <Loading label="Loading document">
    <Skeleton className="mb-3 h-8 w-28" />
    <Skeleton className="h-8 w-72" />
    <Skeleton className="mt-2 mb-6 h-5 w-48" />
    <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <Skeleton className="h-96 rounded-card xl:order-2" />
      <Skeleton className="h-[min(75dvh,60rem)] rounded-card" />
    </div>
  </Loading>
);

/** Confirms moving a document to the trash and shows for how long it can be restored. */
function TrashDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const trashDocument = useTrashDocument(onClose);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Move to trash?"
      description={`You can restore ${document.title} for 30 days. After that, it and all its versions are permanently deleted.`}
      confirmLabel="Move to trash"
      busyLabel="Moving..."
      isBusy={trashDocument.isPending}
      isDestructive
      onConfirm={() => trashDocument.mutate(document)}
    >
      {trashDocument.error !== null && <ErrorMessage error={trashDocument.error} />}
    </ConfirmDialog>
  );
}
