import { useQuery } from "@tanstack/react-query";
import { recordAuditPath } from "#domains/audit/paths.ts";
import { dataExportPath } from "#domains/exports/paths.ts";
import { journalAccountsPath } from "#domains/month-end/paths.ts";
import { History } from "#web/icons.ts";
import { useCan } from "#web/session/session.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { Loading, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { BackupSection } from "./backup-section.tsx";
import { PropertySettingsList } from "./property-settings-list.tsx";
import { settingsQuery } from "./queries.ts";
import { SettingsIndex, SettingsSection } from "./section.tsx";
import { SettingsForm } from "./settings-form.tsx";

/** The settings of the organization and of each property, for administrators (NAV-25, NAV-28). */
export default function SettingsPage() {
  const canReadLog = useCan("audit.read");
  return (
    <>
      <PageHeader
        title="Settings"
        action={
          <>
            <ButtonLink href={journalAccountsPath}>Journal Accounts</ButtonLink>
            <ButtonLink href={dataExportPath}>Data Export</ButtonLink>
            {canReadLog && (
              <ButtonLink
                href={recordAuditPath("settings", "organization")}
                icon={<History aria-hidden="true" />}
              >
                <span className="max-sm:sr-only">History</span>
              </ButtonLink>
            )}
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 lg:grid-cols-[12.5rem_minmax(0,1fr)]">
        <SettingsIndex />
        <div className="space-y-6">
          <OrganizationSettings />
          <SettingsSection name="properties">
            <PropertySettingsList />
          </SettingsSection>
          <BackupSection />
        </div>
      </div>
    </>
  );
}

function OrganizationSettings() {
  const { data, error, refetch, isFetching } = useQuery(settingsQuery);
  if (data !== undefined) return <SettingsForm settings={data} />;
  if (error !== null)
    return (
      <ErrorState
        title="Couldn't load the settings."
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return (
    <Loading className="max-w-160 space-y-6">
      {["name", "contacts", "payment", "registration"].map((section) => (
        <div key={section} className="space-y-4">
          <Skeleton className="h-5 w-40" />
          <div className="grid gap-4 sm:grid-cols-2">
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
          </div>
        </div>
      ))}
    </Loading>
  );
}
