import { Fragment } from "react";
import { Link } from "wouter";
import { billPath } from "#domains/expenses/paths.ts";
import { recoveryStatementDraftPath, recoveryStatementPath } from "../../paths.ts";
import type { Finding } from "../../reconciliation-contract.ts";
import type { PropertyYear } from "../mutations.ts";

interface FindingLinksProps {
  propertyYear: PropertyYear;
  finding: Finding;
  /** Whether it's a finding of issued statements. */
  isIssued: boolean;
}

/** Links to the calculations that a finding affects, and to the bills behind it. */
export function FindingLinks({ propertyYear, finding, isIssued }: FindingLinksProps) {
  const { leaseId, leases = [], bills = [] } = finding;
  const getPath = isIssued ? recoveryStatementPath : recoveryStatementDraftPath;
  const toHref = (id: number) => getPath(propertyYear.id, propertyYear.year, id);
  return (
    <>
      {leaseId !== null && <LinkList links={[{ href: toHref(leaseId), text: "View calculation" }]} />}
      {leaseId === null && leases.length > 0 && (
        <LinkList
          label="Affects"
          links={leases.map(({ id, company }) => ({ href: toHref(id), text: company }))}
        />
      )}
      {bills.length > 0 && (
        <LinkList
          label={bills.length === 1 ? "Bill" : "Bills"}
          links={bills.map(({ id, vendor, number }) => ({
            href: billPath(id),
            text: [vendor, number].filter((part) => part !== "").join(" "),
          }))}
        />
      )}
    </>
  );
}

/** More links than anyone follows are counted. */
const maxLinks = 8;

function LinkList({ label, links }: { label?: string; links: readonly { href: string; text: string }[] }) {
  const more = links.length - maxLinks;
  return (
    <p className="text-sm">
      {label !== undefined && `${label}: `}
      {links.slice(0, maxLinks).map(({ href, text }, index) => (
        <Fragment key={href}>
          {index > 0 && ", "}
          <Link href={href} className="text-accent-text underline underline-offset-4">
            {text}
          </Link>
        </Fragment>
      ))}
      {more > 0 && ` and ${more} more`}
    </p>
  );
}
