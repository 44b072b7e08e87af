import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, Trash2 } from "lucide-react";
import { useState } from "react";
import { formatDay } from "#shared/format/dates.ts";
import type { AnswerOf } from "#shared/http/endpoint.ts";
import { call, userMessageOf } from "#web/api-client.ts";
import { listPageQuery, useExistingPage } from "#web/list-page.ts";
import { paths } from "#web/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { toast } from "#web/ui/toast.tsx";
import { listTrash, takeBackDocument } from "../contract.ts";
import { CardsOnTheirWay, cardGrid, DocumentCard } from "./document-card.tsx";
import { refreshDocuments } from "./document-queries.ts";

type Trashed = AnswerOf<typeof listTrash>[number];

const cardsPerPage = 24;
/** So long a document lies there before it is removed. */
const trashDays = 30;

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
        description={`Documents lie here for ${trashDays} days before they are removed. Nobody else finds them meanwhile.`}
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
                  when={whenInWords(card)}
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

/** `Put here Nov 21, 2026 by Linda Harcourt, 30 days left`. */
function whenInWords({ trashedAt, trashedBy }: Trashed): string {
  const daysThere = Math.floor((Date.now() - Date.parse(trashedAt)) / 86_400_000);
  const left = Math.max(0, trashDays - daysThere);
  const leftInWords = left === 1 ? "1 day left" : `${left} days left`;
  return `Put here ${formatDay(trashedAt)} by ${trashedBy.fullName}, ${leftInWords}`;
}

function TakeBack({ document: { id, title, version } }: { document: Trashed }) {
  const queryClient = useQueryClient();
  const takeBack = useMutation({
    mutationFn: () => call(takeBackDocument, { params: { id }, body: {}, version }),
    onSuccess: () => toast({ title: "Document Taken Back", description: `${title} is in the list again.` }),
    onError: (error) => toast({ title: "Error", description: userMessageOf(error), variant: "destructive" }),
    onSettled: () => refreshDocuments(queryClient),
  });
  return (
    <Button
      size="sm"
      aria-label={`Take back ${title}`}
      isBusy={takeBack.isPending}
      onClick={() => takeBack.mutate()}
    >
      Take back
    </Button>
  );
}
