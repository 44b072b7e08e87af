import { useMutation, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { readUnsubscribe, unsubscribe } from "#domains/notifications/preferences-contract.ts";
import { call, toUserMessage } from "#web/api-client.ts";
import { endpointQuery } from "#web/query-client.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { PublicLayout } from "#web/ui/page/public-layout.tsx";
import { notificationPreferencesPath } from "../paths.ts";

/**
 * The page an unsubscribe link opens. Emails are turned off only with the button, because email clients open
 * links automatically.
 */
export default function UnsubscribePage() {
  const [search] = useSearchParams();
  const token = search.get("token") ?? "";
  return (
    <PublicLayout
      title="Turn off emails"
      description="You'll still get notifications in the portal. We'll always email receipts, account changes, and links and codes you request."
    >
      {token === "" ? (
        <Banner kind="warning" title="This link is incomplete">
          Open the link in the email again, or copy the whole link.
        </Banner>
      ) : (
        <TurnOffEmails token={token} />
      )}
      <ButtonLink href={notificationPreferencesPath} variant="ghost" isWide className="mt-4">
        Manage by topic
      </ButtonLink>
    </PublicLayout>
  );
}

function TurnOffEmails({ token }: { token: string }) {
  // Cached only while this page is open, because the preference can change elsewhere.
  const { data: link, error } = useQuery({
    ...endpointQuery(readUnsubscribe, { query: { token } }),
    gcTime: 0,
  });
  const turnOff = useMutation({ mutationFn: () => call(unsubscribe, { body: { token } }) });
  if (error !== null) return <Banner kind="danger" title={toUserMessage(error)} />;
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
          You can turn them back on in your notification settings.
        </Banner>
      ) : (
        <div className="space-y-4">
          {turnOff.isError && <Banner kind="danger" title={toUserMessage(turnOff.error)} />}
          <Button
            variant="primary"
            size="lg"
            isWide
            isBusy={turnOff.isPending}
            busyLabel="Turning off..."
            onClick={() => turnOff.mutate()}
          >
            Turn off these emails
          </Button>
        </div>
      )}
    </>
  );
}
