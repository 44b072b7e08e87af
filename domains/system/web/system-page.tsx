import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { readBackupState } from "#domains/settings/backup-contract.ts";
import { formatBytes } from "#shared/format/bytes.ts";
import { formatMoment } from "#shared/format/dates.ts";
import { AccessDenied } from "#web/layout/access-denied.tsx";
import { paths } from "#web/paths.ts";
import { endpointQuery } from "#web/query-client.ts";
import { useMay } from "#web/session/session.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Card, CardHeader } from "#web/ui/card.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonRows } from "#web/ui/skeleton.tsx";
import { readSystem, type System } from "../contract.ts";
import { FailedJobs } from "./failed-jobs.tsx";

const alwaysFresh = { refetchOnMount: "always", refetchInterval: 15_000 } as const;

/** Whether the portal and all it depends on work, for the person who operates it. */
export default function SystemPage() {
  if (!useMay("system.read")) return <AccessDenied />;
  return (
    <>
      <PageHeader title="System" description="Whether the portal and all it depends on work." />
      <div className="space-y-6">
        <State />
        <FailedJobs />
      </div>
    </>
  );
}

function State() {
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery(readSystem, {}),
    ...alwaysFresh,
  });
  if (data === undefined)
    return (
      <Card>
        {error === null ? (
          <SkeletonRows count={6} />
        ) : (
          <ErrorState
            title="The state of the system could not be loaded."
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        )}
      </Card>
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

const integrationLabels: Record<System["integrations"][number]["name"], string> = {
  mail: "Mail server",
  cards: "Card provider",
  files: "File storage",
  scanner: "Virus scanner",
};
const kindLabels: Record<string, string> = {
  smtp: "SMTP",
  stripe: "Stripe",
  sandbox: "Sandbox, no real money",
  disk: "This machine's disk",
  s3: "Bucket",
  clamd: "ClamAV",
};

const Integrations = ({ integrations }: Pick<System, "integrations">) => (
  <Facts title="Connected services">
    {integrations.map(({ name, kind, problem }) => (
      <Fact
        key={name}
        name={integrationLabels[name]}
        note={problem ?? (kind === null ? undefined : kindLabels[kind])}
      >
        {kind === null ? (
          <Badge tone="gray">Not set up</Badge>
        ) : problem === null ? (
          <Badge tone="green">Works</Badge>
        ) : (
          <Badge tone="red">Does not work</Badge>
        )}
      </Fact>
    ))}
  </Facts>
);

/** Longer than this something is wrong. */
const lateSeconds = { jobs: 300, mails: 900 };

const Queues = ({ system: { jobs, mails } }: { system: System }) => (
  <Facts title="Queues">
    <Fact name="Jobs waiting" note={sayOldest(jobs.oldestSeconds)}>
      <Count count={jobs.waiting} isBad={jobs.oldestSeconds > lateSeconds.jobs} />
    </Fact>
    <Fact name="Jobs running">
      <Count count={jobs.running} />
    </Fact>
    <Fact name="Jobs failed">
      <Count count={jobs.failed} isBad={jobs.failed > 0} />
    </Fact>
    <Fact name="Mails waiting" note={sayOldest(mails.oldestSeconds)}>
      <Count count={mails.waiting} isBad={mails.oldestSeconds > lateSeconds.mails} />
    </Fact>
    <Fact
      name="Mails failed"
      note={
        <Link href={paths.outbox} className="thumb text-accent-text hover:underline">
          Outbox
        </Link>
      }
    >
      <Count count={mails.failed} isBad={mails.failed > 0} />
    </Fact>
  </Facts>
);

const Count = ({ count, isBad = false }: { count: number; isBad?: boolean }) => (
  <span className={`font-semibold tabular-nums ${isBad ? "text-red-text" : ""}`}>
    {count.toLocaleString("en-US")}
  </span>
);

const sayOldest = (seconds: number): string | undefined =>
  seconds < 60
    ? undefined
    : `Oldest for ${seconds < 7_200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3_600).toLocaleString("en-US")} hours`}`;

/** With less room left than this, uploads and the database are about to fail. */
const freeShareMin = 0.1;

const Portal = ({ system: { version, nodeVersion, database, disk } }: { system: System }) => (
  <Facts title="Portal">
    <Fact name="Version" note={`Node.js ${nodeVersion}`}>
      {version}
    </Fact>
    <Fact name="Database" note={database.isEmbedded ? "Comes with the portal" : "At DATABASE_URL"}>
      {`PostgreSQL ${database.version.split(" ")[0]}`}
    </Fact>
    <Fact name="Size of the database">{formatBytes(database.bytes)}</Fact>
    <Fact name="Migrations" note={`The last one on ${formatMoment(database.migratedAt)}`}>
      {database.migrations}
    </Fact>
    <LastBackup />
    <Fact name="Free disk space" note={`Of ${formatBytes(disk.totalBytes)}, in the data folder`}>
      <span className={disk.freeBytes < disk.totalBytes * freeShareMin ? "font-semibold text-red-text" : ""}>
        {formatBytes(disk.freeBytes)}
      </span>
    </Fact>
  </Facts>
);

function LastBackup() {
  const { data } = useQuery({ ...endpointQuery(readBackupState, {}), ...alwaysFresh });
  if (data === undefined) return null;
  const { dailyAt, made, failed, needsAttention } = data;
  return (
    <Fact
      name="Last backup"
      note={
        failed !== null
          ? `Failed on ${formatMoment(failed.at)}: ${failed.reason}`
          : dailyAt === null
            ? "Not made by itself: BACKUP_DIR is not set"
            : `Every day at ${dailyAt} UTC`
      }
    >
      <span className={needsAttention ? "font-semibold text-red-text" : ""}>
        {made === null ? "None" : `${formatMoment(made.at)}, ${formatBytes(made.bytes)}`}
      </span>
    </Fact>
  );
}

const Instances = ({ instances }: Pick<System, "instances">) => (
  <Facts title="Instances">
    {instances.map(({ name, version, connectedSince, isThis }) => (
      <Fact
        key={`${name} ${connectedSince}`}
        name={name}
        note={`Connected since ${formatMoment(connectedSince)}${isThis ? "; serves this page" : ""}`}
      >
        {`Version ${version}`}
      </Fact>
    ))}
  </Facts>
);

const Facts = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card aria-label={title}>
    <CardHeader title={title} />
    <dl className="divide-y divide-line border-line border-t">{children}</dl>
  </Card>
);

interface FactProps {
  name: string;
  note?: ReactNode;
  children: ReactNode;
}

const Fact = ({ name, note, children }: FactProps) => (
  <div className="flex items-start justify-between gap-4 px-4 py-3 sm:px-5">
    <dt className="min-w-0 wrap-anywhere">{name}</dt>
    <dd className="min-w-0 text-right">
      {children}
      {note !== undefined && <span className="mt-0.5 block text-ink-soft text-sm wrap-anywhere">{note}</span>}
    </dd>
  </div>
);
