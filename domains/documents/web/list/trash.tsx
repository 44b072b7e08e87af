import { formatDay } from "#shared/format/dates.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { useListUrl } from "#web/list/use-list-url.ts";
import { useRefetch } from "#web/refetch.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { returnFocusToContent } from "#web/ui/overlays/return-focus.ts";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { listTrash } from "../../contract.ts";
import { documentsPath } from "../../paths.ts";
import { daysInTrash, daysLeftInTrash } from "../../trash.ts";
import { useRestoreDocument } from "../mutations.ts";
import { documentKeys } from "../query-keys.ts";
import { cardGridClasses, DocumentCard, DocumentCardSkeletons } from "./document-card.tsx";

type TrashedDocument = ResponseOf<typeof listTrash>[number];

const trashList = { filters: {}, pageSize: 24, isInUrl: false };

/** Deleted documents that can be restored. */
export function Trash() {
  const list = useList(listTrash, useListUrl(trashList), {});
  return (
    <>
      <PageHeader back={{ href: documentsPath, label: "Documents" }} title="Trash" />
      <ListView
        list={list}
        frame="grid"
        itemNoun="documents"
        errorTitle="Couldn't load the trash."
        skeleton={<DocumentCardSkeletons count={3} />}
        emptyState={
          <EmptyState isPage title="The trash is empty">
            Deleted documents stay here for {daysInTrash} days and can be restored.
          </EmptyState>
        }
      >
        {(cards) => (
          <ul aria-label="Documents in the trash" className={cardGridClasses}>
            {cards.map((card) => (
              <DocumentCard
                key={card.id}
                card={card}
                dateText={`Deleted ${formatDay(card.trashedAt)} by ${card.trashedBy.fullName}`}
                timeLeft={formatDaysLeft(card)}
                action={<RestoreButton document={card} />}
              />
            ))}
          </ul>
        )}
      </ListView>
    </>
  );
}

function formatDaysLeft({ trashedAt }: TrashedDocument): string {
  const daysLeft = daysLeftInTrash(trashedAt);
  return daysLeft === 1 ? "1 day left" : `${daysLeft} days left`;
}

function RestoreButton({ document: { id, title } }: { document: TrashedDocument }) {
  const refetchDocuments = useRefetch(documentKeys.all);
  const restoreDocument = useRestoreDocument();
  return (
    <Button
      ref={returnFocusToContent}
      size="sm"
      aria-label={`Restore ${title}`}
      isBusy={restoreDocument.isPending}
      // Someone else might have restored it first.
      onClick={() => restoreDocument.mutate(id, { onError: () => void refetchDocuments() })}
    >
      Restore
    </Button>
  );
}
