import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams, useSearchParams } from "wouter";
import { ApiError } from "#web/api-client.ts";
import { EllipsisVertical, FileClock, FileX2, Pencil, Trash2 } from "#web/icons.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { recordId } from "#web/list/filters.tsx";
import { useMay } from "#web/session/session.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button, ButtonLink, IconButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import type { Document } from "../contract.ts";
import type { Hit } from "../hit.ts";
import { daysLeftInTrash } from "../trash.ts";
import { DocumentDownloads } from "./document-downloads.tsx";
import { DocumentFacts } from "./document-facts.tsx";
import { DocumentFiles } from "./document-files.tsx";
import { DocumentPreview } from "./document-preview.tsx";
import { DownloadLink } from "./download-link.tsx";
import { EditDocumentDialog } from "./edit-document-dialog.tsx";
import { listLeftBehind } from "./list-left-behind.ts";
import { NewVersionDialog } from "./new-version-dialog.tsx";
import { documentQuery, useTakeBack } from "./one-document.ts";
import { TrashDialog } from "./trash-dialog.tsx";
import { placeInWords } from "./words.ts";

/** One document: facts, preview, versions, and the log of views and downloads. */
export default function DocumentPage() {
  const mayRead = useMay("documents.read");
  const id = Number(useParams().id);
  const { data, error, isFetching, refetch } = useQuery({ ...documentQuery(id), enabled: mayRead });
  const status = error instanceof ApiError ? error.status : undefined;
  if (!mayRead || status === 403) return <AccessDenied />;
  if (status === 404 || status === 400) return <Missing wasThere={data !== undefined} />;
  if (data !== undefined) return <OneDocument key={data.id} document={data} />;
  if (error === null) return <OnItsWay />;
  return (
    <Card>
      <title>Document · Property Management Portal</title>
      <ErrorState
        title="The document could not be loaded."
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    </Card>
  );
}

type OpenDialog = "edit" | "new version" | "trash";

function OneDocument({ document }: { document: Document }) {
  const [dialog, setDialog] = useState<OpenDialog>();
  /** The version in the preview; undefined means the current one. */
  const [chosen, setChosen] = useState<number>();
  const shown =
    document.files.find(({ number }) => number === (chosen ?? document.file.number)) ?? document.files[0];
  const close = () => setDialog(undefined);
  const mayChange = document.may.edit && document.trashedAt === null;
  const hit = useHit();
  return (
    <>
      <PageHeader
        back={{ href: listLeftBehind(), label: "Documents" }}
        title={document.title}
        description={placeInWords(document)}
        action={
          <>
            {mayChange && (
              <Button icon={<Pencil aria-hidden="true" />} onClick={() => setDialog("edit")}>
                Edit
              </Button>
            )}
            <DownloadLink documentId={document.id} file={document.file} variant="primary" />
            {mayChange && <More onOpen={setDialog} />}
          </>
        }
      />
      {document.trashedAt !== null && <InTrash document={document} trashedAt={document.trashedAt} />}
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_22rem] xl:grid-rows-[auto_1fr]">
        <Card aria-label="Facts" className="p-4 sm:p-5 xl:col-start-2">
          <DocumentFacts document={document} />
        </Card>
        {shown !== undefined && (
          <Card
            aria-label="Preview"
            className="min-w-0 self-start overflow-hidden xl:col-start-1 xl:row-span-2 xl:row-start-1"
          >
            <DocumentPreview
              key={shown.number}
              document={document}
              file={shown}
              hit={shown.number === document.file.number ? hit : undefined}
              onShowPresent={() => setChosen(undefined)}
            />
          </Card>
        )}
        <Card aria-label="Versions" className="min-w-0 self-start xl:col-start-2">
          <DocumentFiles
            document={document}
            shownNumber={shown?.number}
            mayChange={mayChange}
            onShow={setChosen}
            onNewVersion={() => setDialog("new version")}
          />
        </Card>
      </div>
      {document.may.readDownloads && <DocumentDownloads document={document} />}
      {dialog === "edit" && <EditDocumentDialog document={document} onClose={close} />}
      {dialog === "new version" && (
        <NewVersionDialog
          document={document}
          onClose={close}
          onAdded={() => {
            setChosen(undefined);
            close();
          }}
        />
      )}
      {dialog === "trash" && <TrashDialog document={document} onClose={close} />}
    </>
  );
}

/** The hit of the search that led here (`paths.document`); the search knows the current file only. */
function useHit(): Hit | undefined {
  const [query] = useSearchParams();
  const page = recordId.safeParse(query.get("page") ?? "").data;
  const words = query.getAll("word").filter((word) => word !== "");
  return page === undefined ? undefined : { page: Number(page), words };
}

const More = ({ onOpen }: { onOpen: (dialog: OpenDialog) => void }) => (
  <Menu
    label="More"
    trigger={(props) => (
      <IconButton {...props} label="More" className="max-sm:flex-none!">
        <EllipsisVertical />
      </IconButton>
    )}
  >
    <MenuItem isDestructive icon={<Trash2 aria-hidden="true" />} onSelect={() => onOpen("trash")}>
      Move to trash
    </MenuItem>
  </Menu>
);

function InTrash({ document, trashedAt }: { document: Document; trashedAt: string }) {
  const takeBack = useTakeBack();
  const days = daysLeftInTrash(trashedAt);
  return (
    <div className="mb-6">
      <Banner
        kind="warning"
        title="This document is in the trash"
        action={
          <Button
            isBusy={takeBack.isPending}
            busyLabel="Restoring..."
            onClick={() => takeBack.mutate(document.id)}
          >
            Restore
          </Button>
        }
      >
        {days <= 0
          ? "It does not appear in lists or searches, and will be deleted permanently today."
          : `It does not appear in lists or searches, and will be deleted permanently in ${days === 1 ? "1 day" : `${days} days`}.`}
      </Banner>
    </div>
  );
}

/** The document does not exist, is not the user's to see, or became unavailable while it was open. */
function Missing({ wasThere }: { wasThere: boolean }) {
  const title = wasThere ? "This document is no longer here" : "There is no such document";
  return (
    <Card>
      <title>{`${title} · Property Management Portal`}</title>
      <EmptyState
        icon={wasThere ? <FileClock /> : <FileX2 />}
        title={title}
        titleAs="h1"
        action={<ButtonLink href={listLeftBehind()}>All documents</ButtonLink>}
      >
        {wasThere
          ? "It was moved to the trash or is no longer yours to see."
          : "It may have been deleted, or you do not have access to it."}
      </EmptyState>
    </Card>
  );
}

const OnItsWay = () => (
  <Loading label="Loading the document">
    <Skeleton className="mb-3 h-8 w-28" />
    <Skeleton className="h-8 w-72" />
    <Skeleton className="mt-2 mb-6 h-5 w-48" />
    <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <Skeleton className="h-96 rounded-card xl:order-2" />
      <Skeleton className="h-[min(75dvh,60rem)] rounded-card" />
    </div>
  </Loading>
);
