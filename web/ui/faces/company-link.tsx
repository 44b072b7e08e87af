import type { ReactNode } from "react";
import { Link } from "wouter";
import { companyPath } from "#domains/leases/paths.ts";
import { useCan } from "#web/session/session.tsx";
import { classes } from "#web/ui/classes.ts";
import { Face } from "#web/ui/faces/face.tsx";

interface CompanyLinkProps {
  id: number;
  className?: string;
  /** The company's name. */
  children: string;
}

/** A company's name, linked to its page if the user can open it. */
export function CompanyLink({ id, className, children }: CompanyLinkProps) {
  if (!useCan("companies.read")) return <span className={className}>{children}</span>;
  return (
    <Link href={companyPath(id)} className={classes("rounded-sm hover:underline", className)}>
      {children}
    </Link>
  );
}

interface CompanyCellProps {
  company: { id: number; name: string };
  /** The line below the name. */
  children?: ReactNode;
}

/** A company in a table, with its avatar, its name, and a line below. */
export const CompanyCell = ({ company, children }: CompanyCellProps) => (
  <span className="flex items-center gap-2.5">
    <Face company={company} size={children === undefined ? 24 : 32} />
    <span className="min-w-0">
      <CompanyLink id={company.id} className="line-clamp-2 font-medium wrap-break-word">
        {company.name}
      </CompanyLink>
      {children !== undefined && (
        <span className="line-clamp-2 font-normal text-ink-soft text-sm wrap-break-word">{children}</span>
      )}
    </span>
  </span>
);

/** A company as the title of a row on a phone, with its avatar to the left of both lines. */
export const CompanyPhoneTitle = ({ company }: Pick<CompanyCellProps, "company">) => (
  <>
    <span data-face className="absolute top-1/2 left-[var(--inset,0px)] -translate-y-1/2">
      <Face company={company} />
    </span>
    <span>{company.name}</span>
  </>
);

/** Several companies, one below another. */
export const CompanyLinks = ({ companies }: { companies: readonly { id: number; name: string }[] }) =>
  companies.map(({ id, name }) => (
    <CompanyLink key={id} id={id} className="block min-h-6 w-fit">
      {name}
    </CompanyLink>
  ));
