import { Link } from "wouter";
import { companyPath } from "#domains/leases/paths.ts";
import { useCan } from "#web/session/session.tsx";
import { classes } from "#web/ui/classes.ts";

interface CompanyLinkProps {
  id: number;
  className?: string;
  /** The company's name. */
  children: string;
}

/** A company's name. It links to the company's page if the user can open it. */
export function CompanyLink({ id, className, children }: CompanyLinkProps) {
  if (!useCan("companies.read")) return <span className={className}>{children}</span>;
  return (
    <Link href={companyPath(id)} className={classes("rounded-sm hover:underline", className)}>
      {children}
    </Link>
  );
}

/** Several companies, one below another. */
export const CompanyLinks = ({ companies }: { companies: readonly { id: number; name: string }[] }) =>
  companies.map(({ id, name }) => (
    <CompanyLink key={id} id={id} className="block min-h-6 w-fit">
      {name}
    </CompanyLink>
  ));
