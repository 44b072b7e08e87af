import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { outboxPath } from "#domains/notifications/paths.ts";
import { readBackupStatus } from "#domains/settings/backup-contract.ts";
import { formatBytes } from "#shared/format/bytes.ts";
import { formatMoment } from "#shared/format/dates.ts";
import { endpointQuery } from "#web/query-client.ts";
import { Badge } from "#web/ui/faces/badge.tsx";
import { ErrorState } from "#web/ui/feedback/error-state.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { PageHeader } from "#web/ui/page/page-header.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { readSystem, type SystemStatus } from "../contract.ts";
import { FailedJobs } from "./failed-jobs.tsx";

const alwaysFresh = { refetchOnMount: "always", refetchInterval: 15_000 } as const;

/** The status of the portal and its services, for the administrator. */
export default function SystemPage() {
  return (
    <>
      <PageHeader title="System" />
      <div className="space-y-6">
        <Status />
        <FailedJobs />
      </div>
    </>
  );
}

function Status() {
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery(readSystem, {}),
    ...alwaysFresh,
  });
  if (data === undefined)
    return (
      <>
        {error === null ? (
          <SkeletonRows count={6} />
        ) : (
          <ErrorState
            title="Couldn't load system status."
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        )}
      </>
    );
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Integrations integrations={data.integrations} />
      <Queues system={data} />
      <Portal system={data} />
      <Instances instances={data.instances} />
    </div>
  );
}

const integrationLabels: Record<SystemStatus["integrations"][number]["name"], string> = {
  email: "Mail server",
  cards: "Card provider",
  files: "File storage",
  scanner: "Virus scanner",
};
const kindLabels: Record<string, string> = {
  smtp: "SMTP",
  stripe: "Stripe",
  sandbox: "Sandbox, no real money",
  disk: "Local disk",
  s3: "Bucket",
  clamd: "ClamAV",
};

const Integrations = ({ integrations }: Pick<SystemStatus, "integrations">) => (
  <Details title="Connected services">
    {integrations.map(({ name, kind, problem }) => (
      <Detail
        key={name}
        name={integrationLabels[name]}
        note={problem ?? (kind === null ? undefined : kindLabels[kind])}
      >
        {kind === null ? (
          <Badge tone="gray">Not set up</Badge>
        ) : problem === null ? (
          <Badge tone="green">Working</Badge>
        ) : (
          <Badge tone="red">Not working</Badge>
        )}
      </Detail>
    ))}
  </Details>
);

/** An item that waits longer than this signals a problem. */
const overdueAfterSeconds = { jobs: 300, emails: 900 };

const Queues = ({ system: { jobs, emails } }: { system: SystemStatus }) => (
  <Details title="Queues">
    <Detail name="Jobs waiting" note={formatOldest(jobs.oldestSeconds)}>
      <Count count={jobs.waiting} needsAttention={jobs.oldestSeconds > overdueAfterSeconds.jobs} />
    </Detail>
    <Detail name="Jobs running">
      <Count count={jobs.running} />
    </Detail>
    <Detail name="Jobs failed">
      <Count count={jobs.failed} needsAttention={jobs.failed > 0} />
    </Detail>
    <Detail name="Emails waiting" note={formatOldest(emails.oldestSeconds)}>
      <Count count={emails.waiting} needsAttention={emails.oldestSeconds > overdueAfterSeconds.emails} />
    </Detail>
    <Detail
      name="Emails failed"
      note={
        <Link href={outboxPath} className="thumb text-accent-text hover:underline">
          Outbox
        </Link>
      }
    >
      <Count count={emails.failed} needsAttention={emails.failed > 0} />
    </Detail>
  </Details>
);

const Count = ({ count, needsAttention = false }: { count: number; needsAttention?: boolean }) => (
  <span className={`font-semibold tabular-nums ${needsAttention ? "text-red-text" : ""}`}>
    {count.toLocaleString("en-US")}
  </span>
);

function formatOldest(seconds: number): string | undefined {
  if (seconds < 60) return undefined;
  if (seconds < 7_200) return `Oldest waiting ${formatCount(Math.round(seconds / 60), "minute")}`;
  return `Oldest waiting ${formatCount(Math.round(seconds / 3_600), "hour")}`;
}

const formatCount = (n: number, noun: string): string =>
  `${n.toLocaleString("en-US")} ${n === 1 ? noun : `${noun}s`}`;

/** With a smaller share of free space, uploads and the database might soon fail. */
const minFreeShare = 0.1;

const Portal = ({ system: { version, nodeVersion, database, disk } }: { system: SystemStatus }) => (
  <Details title="Portal">
    <Detail name="Version" note={`Node.js ${nodeVersion}`}>
      {version}
    </Detail>
    <Detail name="Database" note={database.isEmbedded ? "Embedded" : "External (DATABASE_URL)"}>
      {`PostgreSQL ${database.version.split(" ")[0]}`}
    </Detail>
    <Detail name="Database size">{formatBytes(database.bytes)}</Detail>
    <Detail name="Migrations" note={`Last on ${formatMoment(database.migratedAt)}`}>
      {database.migrations}
    </Detail>
    <LastBackup />
    <Detail name="Free disk space" note={`${formatBytes(disk.totalBytes)} total, in the data folder`}>
      <span className={disk.freeBytes < disk.totalBytes * minFreeShare ? "font-semibold text-red-text" : ""}>
        {formatBytes(disk.freeBytes)}
      </span>
    </Detail>
  </Details>
);

function LastBackup() {
  const { data } = useQuery({ ...endpointQuery(readBackupStatus, {}), ...alwaysFresh });
  if (data === undefined) return null;
  const { dailyAt, made, failed, needsAttention } = data;
  return (
    <Detail
      name="Last backup"
      note={
        failed !== null
          ? `Failed on ${formatMoment(failed.at)}: ${failed.reason}`
          : dailyAt === null
            ? "Automatic backups are off (BACKUP_DIR isn't set)"
            : `Daily at ${dailyAt} UTC`
      }
    >
      <span className={needsAttention ? "font-semibold text-red-text" : ""}>
        {made === null ? "None" : `${formatMoment(made.at)}, ${formatBytes(made.bytes)}`}
      </span>
    </Detail>
  );
}

const Instances = ({ instances }: Pick<SystemStatus, "instances">) => (
  <Details title="Instances">
    {instances.map(({ name, version, connectedSince, isCurrent }) => (
      <Detail
        key={`${name} ${connectedSince}`}
        name={name}
        note={
          isCurrent
            ? `Connected since ${formatMoment(connectedSince)}. Serving this page.`
            : `Connected since ${formatMoment(connectedSince)}`
        }
      >
        {`Version ${version}`}
      </Detail>
    ))}
  </Details>
);

const Details = ({ title, children }: { title: string; children: ReactNode }) => (
  <Section title={title}>
    <dl className="divide-y divide-line border-line border-b">{children}</dl>
  </Section>
);

interface DetailProps {
  name: string;
  note?: ReactNode;
  children: ReactNode;
}

const Detail = ({ name, note, children }: DetailProps) => (
  <div className="flex items-start justify-between gap-4 px-(--inset) py-3">
    <dt className="min-w-0 wrap-anywhere">{name}</dt>
    <dd className="min-w-0 text-right">
      {children}
      {note !== undefined && <span className="mt-0.5 block text-ink-soft text-sm wrap-anywhere">{note}</span>}
    </dd>
  </div>
);
