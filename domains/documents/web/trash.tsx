import { useQueryClient } from "@tanstack/react-query";
import { formatDay } from "#shared/format/dates.ts";
import type { ResponseOf } from "#shared/http/endpoint.ts";
import { ArrowLeft, Trash2 } from "#web/icons.ts";
import { ListView } from "#web/list/list-view.tsx";
import { useList } from "#web/list/use-list.ts";
import { useListAddress } from "#web/list/use-list-address.ts";
import { paths } from "#web/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { listTrash } from "../contract.ts";
import { daysInTrash, daysLeftInTrash } from "../trash.ts";
import { CardsOnTheirWay, cardGrid, DocumentCard } from "./document-card.tsx";
import { refreshDocuments } from "./document-queries.ts";
import { useTakeBack } from "./one-document.ts";

type Trashed = ResponseOf<typeof listTrash>[number];

const trashList = { filters: {}, pageSize: 24, isInAddress: false };

/** Deleted documents that can be restored. */
export function Trash() {
  const list = useList(listTrash, useListAddress(trashList), {});
  return (
    <>
      <PageHeader
        title="Trash"
        description={`Documents lie here for ${daysInTrash} days before they are removed. No list or search shows them meanwhile.`}
        action={
          <ButtonLink href={paths.documents} icon={<ArrowLeft aria-hidden="true" />}>
            All documents
          </ButtonLink>
        }
      />
      <ListView
        list={list}
        frame="grid"
        noun="documents"
        failed="The trash could not be loaded."
        skeleton={<CardsOnTheirWay count={3} />}
        empty={
          <EmptyState icon={<Trash2 />} title="The trash is empty">
            A document is put here on its own page, and can be taken back from here.
          </EmptyState>
        }
      >
        {(cards) => (
          <ul aria-label="Documents in the trash" className={cardGrid}>
            {cards.map((card) => (
              <DocumentCard
                key={card.id}
                card={card}
                when={`Put here ${formatDay(card.trashedAt)} by ${card.trashedBy.fullName}`}
                left={leftInWords(card)}
                action={<TakeBack document={card} />}
              />
            ))}
          </ul>
        )}
      </ListView>
    </>
  );
}

function leftInWords({ trashedAt }: Trashed): string {
  const left = daysLeftInTrash(trashedAt);
  return left === 1 ? "1 day left" : `${left} days left`;
}

function TakeBack({ document: { id, title } }: { document: Trashed }) {
  const queryClient = useQueryClient();
  const takeBack = useTakeBack();
  return (
    <Button
      size="sm"
      aria-label={`Take back ${title}`}
      isBusy={takeBack.isPending}
      // Somebody else may have restored it first.
      onClick={() => takeBack.mutate(id, { onError: () => void refreshDocuments(queryClient) })}
    >
      Take back
    </Button>
  );
}
