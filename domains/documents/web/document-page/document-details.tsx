import type { ReactNode } from "react";
import { Link } from "wouter";
import { propertyPath, unitPath } from "#domains/properties/paths.ts";
import { countDays } from "#shared/calendar.ts";
import { formatBytes } from "#shared/format/bytes.ts";
import { formatCalendarDay, formatDay } from "#shared/format/dates.ts";
import { propertyToday } from "#web/local-today.ts";
import { useCan, useUser } from "#web/session/session.tsx";
import type { Document } from "../../contract.ts";
import type { ScanState } from "../../types.ts";
import { formatFileType } from "../format.ts";
import { TypeBadge } from "../type-badge.tsx";
import { useIsVirusScanningOn } from "../use-is-virus-scanning-on.ts";
import { describeAudience } from "./describe-audience.ts";

/** The details of a document. */
export function DocumentDetails({ document }: { document: Document }) {
  const { property, unit, createdBy, createdAt, expiresOn, file } = document;
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:max-xl:grid-cols-4 max-sm:grid-cols-2">
      <Detail name="Type">
        <TypeBadge type={document.type} />
      </Detail>
      <Detail name="Expiration date">
        {expiresOn === null ? (
          <span className="font-normal text-ink-faint">No expiration date</span>
        ) : (
          <ExpirationDate day={expiresOn} timeZone={property.timeZone} />
        )}
      </Detail>
      <Detail name="Building">
        <RecordLink href={propertyPath(property.id)}>{property.name}</RecordLink>
      </Detail>
      <Detail name="Unit">
        {unit === null ? (
          "All units"
        ) : (
          <RecordLink href={unitPath(unit.id)}>{`Unit ${unit.unitNumber}`}</RecordLink>
        )}
      </Detail>
      <Detail name="Visible to">{describeAudience(document)}</Detail>
      <Detail name="Added">
        {formatDay(createdAt)}
        <span className="block font-normal text-ink-soft text-sm">{`by ${createdBy.fullName}`}</span>
      </Detail>
      <Detail name="File">
        {file.name}
        <span className="block font-normal text-ink-soft text-sm">
          {`${formatFileType(file.mediaType)}, ${formatBytes(file.bytes)}`}
        </span>
      </Detail>
      <VirusScan scan={file.scan} />
    </dl>
  );
}

const scanLabels = {
  waiting: "Scanning",
  clean: "No virus found",
  infected: "Virus found",
} satisfies Record<Exclude<ScanState, "unscanned">, string>;

/** Tenants don't see that there is no scanner. Files added before there was one are scanned one by one. */
function VirusScan({ scan }: { scan: ScanState }) {
  const isScannerOn = useIsVirusScanningOn();
  const isTenant = useUser().role === "tenant";
  if (scan !== "unscanned") return <Detail name="Virus scan">{scanLabels[scan]}</Detail>;
  if (isTenant) return null;
  return (
    <Detail name="Virus scan">
      <span className="font-normal text-ink-soft">
        {isScannerOn === false ? "Virus scanning is off" : "Not scanned yet"}
      </span>
    </Detail>
  );
}

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-ink-soft text-sm">{name}</dt>
    <dd className="mt-0.5 font-medium [overflow-wrap:anywhere]">{children}</dd>
  </div>
);

/** A link for people who manage the building. */
function RecordLink({ href, children }: { href: string; children: string }) {
  const canRead = useCan("properties.read");
  if (!canRead) return children;
  return (
    <Link href={href} className="thumb rounded-sm hover:underline">
      {children}
    </Link>
  );
}

function ExpirationDate({ day, timeZone }: { day: string; timeZone: string }) {
  const daysLeft = countDays(propertyToday(timeZone), day) - 1;
  return (
    <>
      {formatCalendarDay(day)}
      <span className={`block font-normal text-sm ${daysLeft < 0 ? "text-red-text" : "text-ink-soft"}`}>
        {formatTimeLeft(daysLeft)}
      </span>
    </>
  );
}

function formatTimeLeft(days: number): string {
  if (days < -1) return `Expired ${(-days).toLocaleString("en-US")} days ago`;
  if (days === -1) return "Expired yesterday";
  if (days === 0) return "Expires today";
  return days === 1 ? "1 day left" : `${days.toLocaleString("en-US")} days left`;
}
