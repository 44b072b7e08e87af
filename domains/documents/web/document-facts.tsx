import type { ReactNode } from "react";
import { Link } from "wouter";
import { daysFromTo } from "#shared/calendar.ts";
import { formatBytes } from "#shared/format/bytes.ts";
import { formatCalendarDay, formatDay } from "#shared/format/dates.ts";
import { paths } from "#web/paths.ts";
import { useMay, useUser } from "#web/session/session.tsx";
import { todayHere } from "#web/today-here.ts";
import type { Document } from "../contract.ts";
import type { ScanState } from "../types.ts";
import { seenBy } from "./seen-by.ts";
import { TypeBadge } from "./type-badge.tsx";
import { useFilesAreScanned } from "./use-files-are-scanned.ts";
import { kindInWords } from "./words.ts";

/** The facts of a document. */
export function DocumentFacts({ document }: { document: Document }) {
  const { property, unit, createdBy, createdAt, expiresOn, file } = document;
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:max-xl:grid-cols-4 max-sm:grid-cols-2">
      <Fact name="Type">
        <TypeBadge type={document.type} />
      </Fact>
      <Fact name="Valid until">
        {expiresOn === null ? (
          <span className="font-normal text-ink-faint">No expiry</span>
        ) : (
          <LastDay day={expiresOn} />
        )}
      </Fact>
      <Fact name="Building">
        <ToRecord href={paths.property(property.id)}>{property.name}</ToRecord>
      </Fact>
      <Fact name="Unit">
        {unit === null ? (
          "All units"
        ) : (
          <ToRecord href={paths.unit(unit.id)}>{`Unit ${unit.unitNumber}`}</ToRecord>
        )}
      </Fact>
      <Fact name="Who sees it">{seenBy(document)}</Fact>
      <Fact name="Added">
        {formatDay(createdAt)}
        <span className="block font-normal text-ink-soft text-sm">{`by ${createdBy.fullName}`}</span>
      </Fact>
      <Fact name="File">
        {file.name}
        <span className="block font-normal text-ink-soft text-sm">
          {`${kindInWords(file.mediaType)}, ${formatBytes(file.bytes)}`}
        </span>
      </Fact>
      <VirusCheck scan={file.scan} />
    </dl>
  );
}

const scanInWords = {
  waiting: "Being checked",
  clean: "No virus found",
  infected: "A virus was found",
} satisfies Record<Exclude<ScanState, "unscanned">, string>;

/** Tenants are not told that there is no scanner. Files added before there was one are scanned one by one. */
function VirusCheck({ scan }: { scan: ScanState }) {
  const areScanned = useFilesAreScanned();
  const isTenant = useUser().role === "tenant";
  if (scan !== "unscanned") return <Fact name="Virus check">{scanInWords[scan]}</Fact>;
  if (isTenant) return null;
  return (
    <Fact name="Virus check">
      <span className="font-normal text-ink-soft">
        {areScanned === false ? "Files are not scanned for viruses" : "Not scanned yet"}
      </span>
    </Fact>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-ink-soft text-sm">{name}</dt>
    <dd className="mt-0.5 font-medium [overflow-wrap:anywhere]">{children}</dd>
  </div>
);

/** A link for those who manage the building. */
function ToRecord({ href, children }: { href: string; children: string }) {
  const mayRead = useMay("properties.read");
  if (!mayRead) return children;
  return (
    <Link href={href} className="thumb rounded-sm hover:underline">
      {children}
    </Link>
  );
}

function LastDay({ day }: { day: string }) {
  const left = daysFromTo(todayHere(), day) - 1;
  return (
    <>
      {formatCalendarDay(day)}
      <span className={`block font-normal text-sm ${left < 0 ? "text-red-text" : "text-ink-soft"}`}>
        {left < 0
          ? `Expired ${-left === 1 ? "yesterday" : `${(-left).toLocaleString("en-US")} days ago`}`
          : left === 0
            ? "Today is the last day"
            : `${left === 1 ? "1 day" : `${left.toLocaleString("en-US")} days`} left`}
      </span>
    </>
  );
}
