import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type Preferences, readPreferences } from "#domains/notifications/preferences-contract.ts";
import { type PushSettings, readPushSettings } from "#domains/notifications/push-contract.ts";
import { ConfirmFirst } from "#domains/notifications/web/confirm-first.tsx";
import { PushDevices } from "#domains/notifications/web/push-devices.tsx";
import { QuietHours } from "#domains/notifications/web/quiet-hours.tsx";
import { channelLabels, TopicChoice } from "#domains/notifications/web/topic-choice.tsx";
import { paths } from "#web/paths.ts";
import { endpointQuery } from "#web/query-client.ts";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";

/** The user's choice of notifications by topic and channel, the devices that get pushes, and quiet hours. */
export default function PreferencesPage() {
  // The choices may have changed on another device, or through the link in a mail.
  const { data, error, refetch, isFetching } = useQuery({
    ...endpointQuery(readPreferences, {}),
    refetchOnMount: "always",
  });
  const pushes = useQuery({ ...endpointQuery(readPushSettings, {}), refetchOnMount: "always" });
  return (
    <>
      <PageHeader
        back={{ href: paths.profile, label: "Your profile" }}
        title="Notification settings"
        description="In the portal, at the bell; by email, about a minute later, unless you have read it by then; as a push, at once. Each choice is saved at once."
      />
      <div className="max-w-3xl space-y-6">
        {data?.emailConfirmed === false && <ConfirmFirst />}
        <Devices {...pushes} />
        {data === undefined && error === null && (
          <Card>
            <SkeletonRows count={8} />
          </Card>
        )}
        {data === undefined && error !== null && (
          <Card>
            <ErrorState
              title="Your choices could not be loaded."
              error={error}
              isRetrying={isFetching}
              onRetry={() => void refetch()}
            />
          </Card>
        )}
        {data !== undefined && <Choices topics={data.topics} />}
        {pushes.data !== undefined && (
          <QuietHours quietHours={pushes.data.quietHours} portalTimeZone={pushes.data.portalTimeZone} />
        )}
        {data !== undefined && <AlwaysSent />}
      </div>
    </>
  );
}

function Devices({ data, error, refetch, isFetching }: UseQueryResult<PushSettings>) {
  if (data !== undefined) return <PushDevices devices={data.devices} />;
  return (
    <Card>
      {error === null ? (
        <SkeletonRows count={2} />
      ) : (
        <ErrorState
          title="Your devices could not be loaded."
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Card>
  );
}

const Choices = ({ topics }: { topics: Preferences["topics"] }) => (
  <Card>
    <div
      aria-hidden="true"
      className="hidden grid-cols-[1fr_6rem_5rem_4rem] gap-4 border-line border-b px-5 py-2.5 font-medium text-ink-soft text-sm sm:grid"
    >
      <span>What happens</span>
      {Object.values(channelLabels).map((label) => (
        <span key={label}>{label}</span>
      ))}
    </div>
    <ul className="divide-y divide-line">
      {topics.map((topic) => (
        <li key={topic.topic}>
          <TopicChoice topic={topic} />
        </li>
      ))}
    </ul>
  </Card>
);

const AlwaysSent = () => (
  <Card>
    <CardHeader title="Always sent" description="These cannot be turned off." />
    <ul className="list-disc space-y-1 pr-4 pb-5 pl-9 text-ink-soft sm:pr-5 sm:pl-10">
      <li>Your account: whether it was approved, and which buildings are yours.</li>
      <li>Your sign-in: links and codes you asked for, and changes of your password.</li>
      <li>Receipts of your payments.</li>
    </ul>
  </Card>
);
