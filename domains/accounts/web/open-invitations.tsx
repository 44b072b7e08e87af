import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { listInvitations } from "#domains/accounts/invitation-contract.ts";
import { InvitationTable } from "#domains/accounts/web/invitation-table.tsx";
import { listPageQuery } from "#web/list-page.ts";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Pagination } from "#web/ui/pagination.tsx";

const pageSize = 10;

/** Who was invited and has not come yet; nothing when there is nobody. */
export function OpenInvitations() {
  const [page, setPage] = useState(1);
  const open = useQuery({
    ...listPageQuery(listInvitations, { state: "pending", page, pageSize }),
    refetchOnMount: "always",
  });
  const { data, error } = open;
  if (data === undefined && error === null) return null;
  if (data?.rows.length === 0 && page === 1) return null;
  return (
    <Card className="mt-6">
      <CardHeader title="Open invitations" description="Each link works once, for 48 hours." />
      {data === undefined ? (
        <ErrorState
          title="The invitations could not be loaded."
          error={error}
          onRetry={() => void open.refetch()}
        />
      ) : (
        <>
          <InvitationTable rows={data.rows} />
          <Pagination
            page={page}
            pageSize={pageSize}
            total={data.total}
            onPage={setPage}
            noun="invitations"
          />
        </>
      )}
    </Card>
  );
}
