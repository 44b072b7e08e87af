import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatDay } from "#shared/format/dates.ts";
import type { AnswerOf } from "#shared/http/endpoint.ts";
import { ArrowLeft, Trash2 } from "#web/icons.ts";
import { listPageQuery, useExistingPage } from "#web/list-page.ts";
import { paths } from "#web/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { listTrash } from "../contract.ts";
import { daysInTrash, daysLeftInTrash } from "../trash.ts";
import { CardsOnTheirWay, cardGrid, DocumentCard } from "./document-card.tsx";
import { refreshDocuments } from "./document-queries.ts";
import { useTakeBack } from "./one-document.ts";

type Trashed = AnswerOf<typeof listTrash>[number];

const cardsPerPage = 24;
/** What was put into the trash and can be taken back. */
export function Trash() {
  const [page, setPage] = useState(1);
  const list = useQuery(listPageQuery(listTrash, { page, pageSize: cardsPerPage }));
  useExistingPage(list, { page, pageSize: cardsPerPage, open: setPage });
  const { data, error, isFetching, refetch } = list;
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
      {data !== undefined ? (
        data.rows.length === 0 ? (
          <Card>
            <EmptyState icon={<Trash2 />} title="The trash is empty">
              A document is put here on its own page, and can be taken back from here.
            </EmptyState>
          </Card>
        ) : (
          <>
            <ul aria-label="Documents in the trash" className={cardGrid}>
              {data.rows.map((card) => (
                <DocumentCard
                  key={card.id}
                  card={card}
                  when={`Put here ${formatDay(card.trashedAt)} by ${card.trashedBy.fullName}`}
                  left={leftInWords(card)}
                  action={<TakeBack document={card} />}
                />
              ))}
            </ul>
            <Pagination
              page={page}
              pageSize={cardsPerPage}
              total={data.total}
              onPage={setPage}
              noun="documents"
            />
          </>
        )
      ) : error !== null ? (
        <Card>
          <ErrorState
            title="The trash could not be loaded."
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : (
        <CardsOnTheirWay count={3} />
      )}
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
      // Somebody else was quicker, perhaps.
      onClick={() => takeBack.mutate(id, { onError: () => void refreshDocuments(queryClient) })}
    >
      Take back
    </Button>
  );
}
