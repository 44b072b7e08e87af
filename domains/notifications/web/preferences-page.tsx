import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { ResendConfirmationButton } from "#domains/accounts/web/sign-in/resend-confirmation-button.tsx";
import { type Preferences, readPreferences } from "#domains/notifications/preferences-contract.ts";
import { type PushSettings, readPushSettings } from "#domains/notifications/push-contract.ts";
import { PushDevices } from "#domains/notifications/web/push-devices.tsx";
import { QuietHours } from "#domains/notifications/web/quiet-hours.tsx";
import { channelLabels, TopicPreference } from "#domains/notifications/web/topic-preference.tsx";
import { profilePath } from "#domains/people/paths.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useUser } from "#web/session/session.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { Section } from "#web/ui/page/section.tsx";

/** The user's notification preferences by topic and channel, their push devices, and their quiet hours. */
export default function PreferencesPage() {
  // The preferences might have changed on another device or through an unsubscribe link.
  const { data, error, refetch, isFetching } = useQuery({
    ...endpointQuery(readPreferences, {}),
    refetchOnMount: "always",
  });
  const pushSettings = useQuery({ ...endpointQuery(readPushSettings, {}), refetchOnMount: "always" });
  return (
    <>
      <PageHeader back={{ href: profilePath, label: "Your profile" }} title="Notification settings" />
      <div className="max-w-3xl space-y-6">
        {data?.emailConfirmed === false && <EmailNotConfirmed />}
        <DevicesSection {...pushSettings} />
        {data === undefined && error === null && <SkeletonRows count={8} />}
        {data === undefined && error !== null && (
          <ErrorState
            title="Couldn't load your preferences."
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {data !== undefined && <TopicPreferences topics={data.topics} />}
        {pushSettings.data !== undefined && (
          <QuietHours
            quietHours={pushSettings.data.quietHours}
            portalTimeZone={pushSettings.data.portalTimeZone}
          />
        )}
        {data !== undefined && <AlwaysSent />}
      </div>
    </>
  );
}

/** Unconfirmed addresses get no emails because they might belong to a stranger. */
function EmailNotConfirmed() {
  const { email } = useUser();
  return (
    <Banner kind="warning" title="Your email address isn't confirmed" action={<ResendConfirmationButton />}>
      Emails will start once you open the link we sent to {email}.
    </Banner>
  );
}

function DevicesSection({ data, error, refetch, isFetching }: UseQueryResult<PushSettings>) {
  if (data !== undefined) return <PushDevices devices={data.devices} />;
  return (
    <>
      {error === null ? (
        <SkeletonRows count={2} />
      ) : (
        <ErrorState
          title="Couldn't load your devices."
          error={error}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </>
  );
}

const TopicPreferences = ({ topics }: { topics: Preferences["topics"] }) => (
  <div>
    <div
      aria-hidden="true"
      className="hidden grid-cols-[1fr_6rem_5rem_4rem] gap-x-3 border-line border-b py-2 font-medium text-ink-soft text-sm sm:grid"
    >
      <span>Notify me about</span>
      {Object.values(channelLabels).map((label) => (
        <span key={label}>{label}</span>
      ))}
    </div>
    <ul className="divide-y divide-line">
      {topics.map((topic) => (
        <li key={topic.topic}>
          <TopicPreference topic={topic} />
        </li>
      ))}
    </ul>
  </div>
);

const AlwaysSent = () => (
  <Section title="Always sent" description="These can't be turned off.">
    <ul className="list-disc space-y-1 pr-4 pb-5 pl-9 text-ink-soft sm:pr-5 sm:pl-10">
      <li>Your account: approvals and changes to your properties.</li>
      <li>Security: sign-in links and codes you request, and password changes.</li>
      <li>Receipts for your payments.</li>
    </ul>
  </Section>
);
