import { useMutation, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { readUnsubscribe, unsubscribe } from "#domains/notifications/preferences-contract.ts";
import { call, userMessageOf } from "#web/api-client.ts";
import { PublicLayout } from "#web/layout/public-layout.tsx";
import { paths } from "#web/paths.ts";
import { endpointQuery } from "#web/query-client.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

/** The page of the unsubscribe link. Only the button turns mails off: mail programs open links by themselves. */
export default function UnsubscribePage() {
  const [search] = useSearchParams();
  const token = search.get("token") ?? "";
  return (
    <PublicLayout
      title="Turn off emails"
      description="Your notifications in the portal stay as they are. Links and codes you ask for, changes of your account and receipts are always emailed."
    >
      {token === "" ? (
        <Banner kind="warning" title="This link is not complete">
          Please open the link in the email again, or copy all of it.
        </Banner>
      ) : (
        <TurnOff token={token} />
      )}
      <ButtonLink href={paths.notificationPreferences} variant="ghost" isWide className="mt-4">
        Choose for each topic
      </ButtonLink>
    </PublicLayout>
  );
}

function TurnOff({ token }: { token: string }) {
  // Not cached beyond this page, as the state may change elsewhere.
  const { data: link, error } = useQuery({
    ...endpointQuery(readUnsubscribe, { query: { token } }),
    gcTime: 0,
  });
  const turnOff = useMutation({ mutationFn: () => call(unsubscribe, { body: { token } }) });
  if (error !== null) return <Banner kind="danger" title={userMessageOf(error)} />;
  if (link === undefined)
    return (
      <Loading className="space-y-3">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-11 w-full" />
      </Loading>
    );
  const isOff = link.isOff || turnOff.isSuccess;
  return (
    <>
      <ul className="mb-6 space-y-3">
        {link.topics.map(({ topic, label, about }) => (
          <li key={topic}>
            <p className="font-medium">{label}</p>
            <p className="text-ink-soft text-sm">{about}</p>
          </li>
        ))}
      </ul>
      {isOff ? (
        <Banner kind="info" title="These emails are off">
          You can turn them on again in your preferences.
        </Banner>
      ) : (
        <div className="space-y-4">
          {turnOff.isError && <Banner kind="danger" title={userMessageOf(turnOff.error)} />}
          <Button
            variant="primary"
            size="lg"
            isWide
            isBusy={turnOff.isPending}
            busyLabel="Turning off..."
            onClick={() => turnOff.mutate()}
          >
            Turn these emails off
          </Button>
        </div>
      )}
    </>
  );
}
